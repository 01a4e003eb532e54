package pipeline.peers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import pipeline.lab.process.Program;
import pipeline.testkit.process.FreePort;

/** The systems that are compared, each on a port of its own. Used by one thread. */
final class Contenders {
  static final String OURS = "ours";
  static final String NOTHING = "do-nothing servlet";
  static final String REGISTRY = "usual design, loses lines";
  static final String REGISTRY_SAFE = "usual design, made safe";
  private static final String REGISTRY_FEW = "usual design, 8 threads";
  private static final int FEW_THREADS = 8;

  private static final String ON_VERSION_ONE = ", queue version 1";

  /** Ends the names of the queues that deploy/bench has the broker make of version 1. */
  private static final String VERSION_ONE = "-v1";

  private static final String SPRING = "Spring Boot, unconfirmed";
  private static final String SPRING_CONFIRMED = "Spring Boot, confirmed";

  /** The server that listens on a port and publishes to a queue. */
  interface ServerOf {
    Program on(int port, String queue);
  }

  /** The consumer of a queue. */
  interface ConsumerOf {
    Program of(String queue) throws IOException;
  }

  private final BenchOptions options;
  private final Programs programs;
  private final Set<Integer> ports = new HashSet<>();

  Contenders(BenchOptions options, Programs programs) {
    this.options = options;
    this.programs = programs;
  }

  /** Which of our contenders another is to be compared with: that with the same kind of queue. */
  static String oursBeside(String contender) {
    return contender.endsWith(ON_VERSION_ONE) ? OURS + ON_VERSION_ONE : OURS;
  }

  /** Servers alone: what they publish stays in the queue. */
  List<Contender> servers() throws IOException {
    return List.of(
        nothing(),
        alone(REGISTRY, "bench-r1", (port, queue) -> programs.registry(port, queue, false)),
        alone(REGISTRY_SAFE, "bench-safe", (port, queue) -> programs.registry(port, queue, true)),
        alone(SPRING, "bench-spring", (port, queue) -> programs.spring(port, queue, false)),
        alone(
            SPRING_CONFIRMED, "bench-springc", (port, queue) -> programs.spring(port, queue, true)),
        alone(OURS, "bench-ours", programs::server));
  }

  /** Servers with their consumers, of queues as the broker makes them and of version 1. */
  List<Contender> pipelines() throws IOException {
    List<Contender> all = new ArrayList<>();
    all.add(nothing());
    all.addAll(pipelines("", ""));
    if (options.versionOne()) {
      all.addAll(pipelines(ON_VERSION_ONE, VERSION_ONE));
    }
    return all;
  }

  /** Ours with everything on, and what a servlet can read of the same bodies. */
  List<Contender> bulk() throws IOException {
    return List.of(
        nothing(),
        whole(
            OURS,
            "bench-bulk",
            programs::server,
            queue -> programs.consumer(options.threads(), queue)));
  }

  private List<Contender> pipelines(String suffix, String queueSuffix) throws IOException {
    int threads = options.threads();
    return List.of(
        whole(
            REGISTRY + suffix,
            "bench-r1" + queueSuffix,
            (port, queue) -> programs.registry(port, queue, false),
            queue -> programs.registryConsumer(queue, threads, false)),
        whole(
            REGISTRY_FEW + suffix,
            "bench-r1-few" + queueSuffix,
            (port, queue) ->
                programs
                    .registry(port, queue, false)
                    .plus("--threads", Integer.toString(FEW_THREADS)),
            queue -> programs.registryConsumer(queue, threads, false)),
        whole(
            REGISTRY_SAFE + suffix,
            "bench-safe" + queueSuffix,
            (port, queue) -> programs.registry(port, queue, true),
            queue -> programs.registryConsumer(queue, threads, true)),
        whole(
            OURS + suffix,
            "bench-ours" + queueSuffix,
            programs::server,
            queue -> programs.statefulConsumer(threads, queue)));
  }

  Contender whole(String name, String queue, ServerOf server, ConsumerOf consumer)
      throws IOException {
    int port = newPort();
    return new Contender(
        name, port, Optional.of(queue), server.on(port, queue), Optional.of(consumer.of(queue)));
  }

  private Contender alone(String name, String queue, ServerOf server) throws IOException {
    int port = newPort();
    return new Contender(name, port, Optional.of(queue), server.on(port, queue), Optional.empty());
  }

  private Contender nothing() throws IOException {
    int port = newPort();
    return new Contender(NOTHING, port, Optional.empty(), programs.nothing(port), Optional.empty());
  }

  /** Free, and not given to another contender that has not started yet. */
  private int newPort() throws IOException {
    int port = FreePort.find();
    while (!ports.add(port)) {
      port = FreePort.find();
    }
    return port;
  }
}
