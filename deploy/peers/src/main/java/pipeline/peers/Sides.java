package pipeline.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/** The systems that are compared, each on a port of its own. One thread's. */
final class Sides {
  static final String OURS = "ours";
  static final String NOTHING = "do-nothing servlet";
  static final String REGISTRY = "R1 (loses lines)";
  static final String REGISTRY_SAFE = "R1 made safe";

  /** Ends the names of the queues that deploy/bench has the broker make of version 1. */
  private static final String VERSION_ONE = "-v1";

  private static final String SPRING = "Spring Boot, unconfirmed";
  private static final String SPRING_CONFIRMED = "Spring Boot, confirmed";

  private final BenchOptions options;
  private final Programs programs;
  private final Set<Integer> ports = new HashSet<>();

  Sides(BenchOptions options, Programs programs) {
    this.options = options;
    this.programs = programs;
  }

  /** Servers alone: what they publish stays in the queue. */
  List<Side> servers() throws IOException {
    return List.of(
        side(NOTHING, Optional.empty(), programs::nothing, Optional.empty()),
        alone(REGISTRY, "bench-r1", port -> programs.registry(port, "bench-r1", false)),
        alone(REGISTRY_SAFE, "bench-safe", port -> programs.registry(port, "bench-safe", true)),
        alone(SPRING, "bench-spring", port -> programs.spring(port, "bench-spring", false)),
        alone(
            SPRING_CONFIRMED,
            "bench-springc",
            port -> programs.spring(port, "bench-springc", true)),
        alone(OURS, "bench-ours", port -> programs.server(port, "bench-ours")));
  }

  /** Servers with their consumers, of queues as the broker makes them and of version 1. */
  List<Side> pipelines() throws IOException {
    List<Side> all = new ArrayList<>();
    all.add(side(NOTHING, Optional.empty(), programs::nothing, Optional.empty()));
    all.addAll(pipelines("", ""));
    if (options.versionOne()) {
      all.addAll(pipelines(", queue version 1", VERSION_ONE));
    }
    return all;
  }

  /** Ours with everything on and a state of its own. */
  private List<Side> pipelines(String suffix, String queueSuffix) throws IOException {
    int threads = options.threads();
    String unsafe = "bench-r1" + queueSuffix;
    String safe = "bench-safe" + queueSuffix;
    String ours = "bench-ours" + queueSuffix;
    return List.of(
        whole(
            REGISTRY + suffix,
            unsafe,
            port -> programs.registry(port, unsafe, false),
            programs.registryConsumer(unsafe, threads, false)),
        whole(
            REGISTRY_SAFE + suffix,
            safe,
            port -> programs.registry(port, safe, true),
            programs.registryConsumer(safe, threads, true)),
        whole(
            OURS + suffix,
            ours,
            port -> programs.server(port, ours),
            programs.consumer(threads, ours, freshState())));
  }

  Path freshState() throws IOException {
    return Files.createTempDirectory(Files.createDirectories(options.out()), "state-");
  }

  Side whole(String name, String queue, IntFunction<Program> server, Program consumer)
      throws IOException {
    return side(name, Optional.of(queue), server, Optional.of(consumer));
  }

  private Side alone(String name, String queue, IntFunction<Program> server) throws IOException {
    return side(name, Optional.of(queue), server, Optional.empty());
  }

  private Side side(
      String name, Optional<String> queue, IntFunction<Program> server, Optional<Program> consumer)
      throws IOException {
    int port = newPort();
    return new Side(name, port, queue, server.apply(port), consumer);
  }

  /** Free, and not given to another side that has not started yet. */
  private int newPort() throws IOException {
    int port = Readiness.freePort();
    while (!ports.add(port)) {
      port = Readiness.freePort();
    }
    return port;
  }
}
