package pipeline.rig;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.proxy.Flow;
import pipeline.wire.amqp.Topology;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.Workload;

/**
 * What stands in a {@link Rig}: by default a server, and a consumer with one thread of each
 * counter. Each method with an argument gives a spec that differs in one thing. Immutable: {@link
 * #but} alone sets a field, in a copy.
 */
public final class Spec implements Cloneable {

  /** Where consumers keep their counts. */
  public enum Store {
    /** Where the consumer keeps them if it is told nothing. */
    DEFAULT,
    /** A directory of the rig's. */
    FILE,
    /** The Redis of the services. */
    REDIS
  }

  /** What happens to a program that ends though nobody asked it to. */
  public enum Restart {
    /** The program stays down. */
    NEVER,
    /** The program is started again if it was killed, as by a service manager. */
    WHEN_KILLED,
    /** The program is started again, unless it refuses its settings or its state. */
    UNLESS_REFUSED;

    /** Whether a program that ended with this status stays down. */
    boolean isDone(int status) {
      return switch (this) {
        case NEVER -> true;
        case WHEN_KILLED -> status != ChildProcess.KILLED;
        case UNLESS_REFUSED -> status == Rig.BAD_INPUT;
      };
    }
  }

  /** What shows that a server is ready. */
  public enum Sign {
    /** The server's log says where it listens: another may answer on a port that looked free. */
    SAID,
    /** The server's {@code /server/health} answers 200. */
    HEALTHY,
    /** The server takes a line, which is {@code ready}: for servers without a health page. */
    TAKES_A_LINE
  }

  /** The workload of client and servers. */
  Workload workload;

  private List<String> counters;
  private String queue;

  /** The number of server processes. */
  int servers = 1;

  /** The mode of HAProxy before the servers, {@code http} or {@code tcp}; empty for none. */
  String balancer = "";

  /** The port of the one server or of the balancer; 0 for any free one. */
  int port;

  /** The number of consumer processes of each counter. */
  int consumers = 1;

  /** The number of threads, and channels, of each consumer. */
  int consumerThreads = 1;

  /** The number of Flink's TaskManagers, which count instead of consumers; 0 for consumers. */
  int taskManagers;

  /** Where consumers keep their counts. */
  Store store = Store.FILE;

  private Map<Component, Tuning> tunings = Map.of();

  /** The links that go through a proxy, with what it does to both directions. */
  Map<Link, Flow> links = Map.of();

  /** What happens to a server or consumer that dies unasked. */
  Restart restart = Restart.NEVER;

  /** What shows that a server is ready, all of them. */
  Set<Sign> signs = Set.of(Sign.HEALTHY);

  private Spec(Workload workload, List<String> counters, String queue) {
    this.workload = workload;
    this.counters = List.copyOf(counters);
    this.queue = queue;
  }

  /** A server, and a consumer for each counter of the workload. */
  public static Spec of(Workload workload, String queue) {
    return new Spec(workload, counters(workload), queue);
  }

  /** The counters of a workload, by the names that consumers have for them. */
  public static List<String> counters(Workload workload) {
    return workload.counters().stream().map(Workload.Counter::spelled).toList();
  }

  /** A copy that was changed. */
  private Spec but(Consumer<Spec> change) {
    try {
      Spec copy = (Spec) clone();
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** The consumers' workloads, each of which gets every message. */
  public List<String> counters() {
    return counters;
  }

  /** The name of the exchange, and of the queue where there is one. */
  public String queue() {
    return queue;
  }

  /** This spec for other requests, counters and queue. */
  public Spec counting(Workload itsWorkload, List<String> itsCounters, String itsQueue) {
    return but(
        spec -> {
          spec.workload = itsWorkload;
          spec.counters = List.copyOf(itsCounters);
          spec.queue = itsQueue;
        });
  }

  public Spec servers(int number) {
    return but(spec -> spec.servers = number);
  }

  public Spec balancer(String mode) {
    return but(spec -> spec.balancer = mode);
  }

  public Spec port(int number) {
    return but(spec -> spec.port = number);
  }

  public Spec consumers(int number, int threadsOfEach) {
    return but(
        spec -> {
          spec.consumers = number;
          spec.consumerThreads = threadsOfEach;
        });
  }

  public Spec taskManagers(int number) {
    return but(spec -> spec.taskManagers = number);
  }

  public Spec store(Store where) {
    return but(spec -> spec.store = where);
  }

  /** What a component is started with besides what this spec says. */
  public Tuning tuning(Component component) {
    return tunings.getOrDefault(component, Tuning.NONE);
  }

  private Spec tuning(Component component, Tuning tuning) {
    Map<Component, Tuning> all = new EnumMap<>(Component.class);
    all.putAll(tunings);
    all.put(component, tuning);
    return but(spec -> spec.tunings = all);
  }

  /** This spec with one setting, or one option such as {@code --prefetch}, of a component. */
  public Spec with(Component component, String name, String value) {
    return tuning(component, tuning(component).with(name, value));
  }

  /** This spec with one setting of servers and consumers. */
  public Spec with(String name, String value) {
    return with(Component.SERVER, name, value).with(Component.CONSUMER, name, value);
  }

  /** This spec with flags of a component's JVM. */
  public Spec flags(Component component, List<String> flags) {
    return tuning(component, tuning(component).withFlags(flags));
  }

  /** This spec with a component kept on some CPUs, such as {@code 0-1}. */
  public Spec cpus(Component component, String cpus) {
    Tuning its = tuning(component);
    return tuning(component, its.on(cpus));
  }

  public Spec links(Map<Link, Flow> proxied) {
    return but(spec -> spec.links = Map.copyOf(proxied));
  }

  public Spec restart(Restart rule) {
    return but(spec -> spec.restart = rule);
  }

  public Spec signs(Set<Sign> all) {
    return but(spec -> spec.signs = Set.copyOf(all));
  }

  /** The exchange and all of its queues, as servers declare them. */
  public Topology topology() {
    String partitions = tuning(Component.SERVER).settings().getOrDefault("PARTITIONS", "1");
    Map<String, String> names = Map.of("QUEUE", queue, "PARTITIONS", partitions);
    return Topology.of(workload, new Settings(names, new Properties()));
  }

  /** The queue of one of the workload's counters. */
  public Topology topology(String counter) {
    return topology().each().get(counters(workload).indexOf(counter));
  }
}
