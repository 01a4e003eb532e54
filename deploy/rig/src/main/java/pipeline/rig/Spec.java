package pipeline.rig;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import pipeline.testkit.proxy.Flow;
import pipeline.wire.amqp.Topology;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.Workload;

/**
 * What stands in a {@link Rig}: a value, so that two rigs that differ in one thing have specs that
 * differ in one field. Immutable.
 *
 * @param workload that client and servers have
 * @param counters the consumers' workloads, each of which gets every message
 * @param queue the name of the exchange, and of the queue where there is one
 * @param servers the number of server processes
 * @param balancer the mode of HAProxy before the servers, {@code http} or {@code tcp}; empty for
 *     none
 * @param port of the one server or of the balancer; 0 for any free one
 * @param consumers the number of consumer processes of each counter
 * @param consumerThreads the number of threads, and channels, of each consumer
 * @param store where consumers keep their counts
 * @param settings the environment of servers and consumers
 * @param tunings what single components have besides
 * @param links the links that go through a proxy, with what it does to both directions
 * @param restart what happens to a server or consumer that dies unasked
 * @param signs what shows that a server is ready, all of them
 */
public record Spec(
    Workload workload,
    List<String> counters,
    String queue,
    int servers,
    String balancer,
    int port,
    int consumers,
    int consumerThreads,
    Store store,
    Map<String, String> settings,
    Map<Component, Tuning> tunings,
    Map<Link, Flow> links,
    Restart restart,
    Set<Sign> signs) {

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
    /** The program is started again. */
    ALWAYS;

    /** Whether a program that ended with this status stays down. */
    boolean isDone(int status) {
      return this == NEVER || (this == WHEN_KILLED && status != Rig.KILLED);
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

  /**
   * What one component is started with. Immutable.
   *
   * @param flags of its JVM
   * @param settings its environment
   * @param options its command line, by name
   */
  public record Tuning(
      List<String> flags, Map<String, String> settings, Map<String, String> options) {
    public static final Tuning NONE = new Tuning(List.of(), Map.of(), Map.of());

    public Tuning withFlags(List<String> more) {
      List<String> all = new ArrayList<>(flags);
      all.addAll(more);
      return new Tuning(List.copyOf(all), settings, options);
    }

    /** Sets an option if the name begins with {@code --}, else a variable of the environment. */
    Tuning with(String name, String value) {
      return name.startsWith("--")
          ? new Tuning(flags, settings, put(options, name, value))
          : new Tuning(flags, put(settings, name, value), options);
    }

    private static Map<String, String> put(Map<String, String> map, String name, String value) {
      Map<String, String> more = new LinkedHashMap<>(map);
      more.put(name, value);
      return Map.copyOf(more);
    }

    List<String> arguments() {
      List<String> all = new ArrayList<>();
      options.forEach((name, value) -> all.addAll(List.of(name, value)));
      return all;
    }
  }

  /** The counters of a workload, by the names that consumers have for them. */
  public static List<String> counters(Workload workload) {
    return workload.counters().stream().map(Workload.Counter::spelled).toList();
  }

  /** This spec for other requests, counters and queue. */
  public Spec counting(Workload itsWorkload, List<String> itsCounters, String itsQueue) {
    return copy(itsWorkload, itsCounters, itsQueue, store, settings, tunings);
  }

  /** This spec with another store. */
  public Spec with(Store itsStore) {
    return copy(workload, counters, queue, itsStore, settings, tunings);
  }

  /** This spec with one setting of servers and consumers. */
  public Spec withSetting(String name, String value) {
    return copy(workload, counters, queue, store, Tuning.put(settings, name, value), tunings);
  }

  /** This spec with one setting, or one option such as {@code --prefetch}, of a component. */
  public Spec with(Component component, String name, String value) {
    Map<Component, Tuning> more = new EnumMap<>(Component.class);
    more.putAll(tunings);
    more.put(component, tuning(component).with(name, value));
    return copy(workload, counters, queue, store, settings, more);
  }

  private Spec copy(
      Workload itsWorkload,
      List<String> itsCounters,
      String itsQueue,
      Store itsStore,
      Map<String, String> itsSettings,
      Map<Component, Tuning> itsTunings) {
    return new Spec(
        itsWorkload,
        itsCounters,
        itsQueue,
        servers,
        balancer,
        port,
        consumers,
        consumerThreads,
        itsStore,
        itsSettings,
        itsTunings,
        links,
        restart,
        signs);
  }

  /** What a component is started with besides {@link #settings}. */
  public Tuning tuning(Component component) {
    return tunings.getOrDefault(component, Tuning.NONE);
  }

  /** The exchange and all of its queues, as servers declare them. */
  public Topology topology() {
    return Topology.of(workload, new Settings(Map.of("QUEUE", queue), new Properties()));
  }

  /** The queue of one of the workload's counters. */
  public Topology topology(String counter) {
    return topology().each().get(counters(workload).indexOf(counter));
  }
}
