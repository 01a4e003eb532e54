package pipeline.rig;

import java.io.Closeable;
import java.io.IOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import pipeline.rig.machine.CloseableStack;
import pipeline.testkit.proxy.Direction;
import pipeline.testkit.proxy.FaultProxy;
import pipeline.testkit.proxy.Flow;

/**
 * The links of a rig that go through proxies in this process. A link with a delay of 0 has a proxy
 * too, so that it costs as much as one with a delay. Used by one thread.
 */
public final class Proxies implements Closeable {
  private final CloseableStack resources = new CloseableStack();
  private final Map<Link, Flow> usual = new EnumMap<>(Link.class);
  private final Map<Link, Map<Integer, FaultProxy>> proxies = new EnumMap<>(Link.class);

  /**
   * Makes no proxy yet.
   *
   * @param links that have proxies, with what those do to both directions
   */
  public Proxies(Map<Link, Flow> links) {
    usual.putAll(links);
    links.keySet().forEach(link -> proxies.put(link, new HashMap<>()));
  }

  /** The port of the link's proxy to {@code target}, or {@code target} itself if it has none. */
  public int port(Link link, int target) throws IOException {
    if (!usual.containsKey(link)) {
      return target;
    }
    Map<Integer, FaultProxy> its = proxies.get(link);
    if (!its.containsKey(target)) {
      FaultProxy proxy = new FaultProxy("proxy-" + link, target);
      resources.add(proxy);
      its.put(target, proxy);
      restore(link);
    }
    return its.get(target).port();
  }

  /** Changes what happens in one direction of a link. */
  public void impair(Link link, Direction direction, Flow flow) {
    proxies.get(link).values().forEach(proxy -> proxy.set(direction, flow));
  }

  /** Has one direction of a link work as usual. */
  public void restore(Link link, Direction direction) {
    impair(link, direction, usual.get(link));
  }

  /** Changes what a link does usually, and has it do that. */
  public void become(Link link, Flow flow) {
    usual.put(link, flow);
    restore(link);
  }

  private void restore(Link link) {
    for (Direction direction : Direction.values()) {
      restore(link, direction);
    }
  }

  /** Breaks off all connections of a link; new ones are welcome. */
  public void breakOff(Link link, Flow.Ending ending) {
    proxies.get(link).values().forEach(proxy -> proxy.closeConnections(ending));
  }

  /** The number of bytes carried so far in one direction of a link. */
  public long bytes(Link link, Direction direction) {
    return proxies.get(link).values().stream().mapToLong(proxy -> proxy.bytes(direction)).sum();
  }

  /** Closes all proxies; the programs that connect through them should have ended. */
  @Override
  public void close() throws IOException {
    resources.close();
  }
}
