package pipeline.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The systems that are compared, all of them on the same port one after the other. */
final class Sides {
  static final String OURS = "ours";
  static final String NOTHING = "do-nothing servlet";
  static final String REGISTRY = "R1 (loses lines)";
  static final String REGISTRY_SAFE = "R1 made safe";
  private static final String SPRING = "Spring Boot, unconfirmed";
  private static final String SPRING_CONFIRMED = "Spring Boot, confirmed";

  private final BenchOptions options;
  private final Programs programs;
  private final int port;

  Sides(BenchOptions options, Programs programs, int port) {
    this.options = options;
    this.programs = programs;
    this.port = port;
  }

  /** Servers alone: what they publish stays in the queue. */
  List<Side> servers() {
    return List.of(
        alone(NOTHING, null, programs.nothing(port)),
        alone(REGISTRY, "bench-r1", programs.registry(port, "bench-r1", false)),
        alone(REGISTRY_SAFE, "bench-safe", programs.registry(port, "bench-safe", true)),
        alone(SPRING, "bench-spring", programs.spring(port, "bench-spring", false)),
        alone(SPRING_CONFIRMED, "bench-springc", programs.spring(port, "bench-springc", true)),
        alone(OURS, "bench-ours", programs.server(port, "bench-ours")));
  }

  /** Servers with their consumers; ours with everything on and a state of its own each time. */
  List<Side> pipelines() throws IOException {
    int threads = options.threads();
    return List.of(
        alone(NOTHING, null, programs.nothing(port)),
        whole(
            REGISTRY,
            "bench-r1",
            programs.registry(port, "bench-r1", false),
            programs.registryConsumer("bench-r1", threads, false)),
        whole(
            REGISTRY_SAFE,
            "bench-safe",
            programs.registry(port, "bench-safe", true),
            programs.registryConsumer("bench-safe", threads, true)),
        whole(
            OURS,
            "bench-ours",
            programs.server(port, "bench-ours"),
            programs.consumer(threads, "bench-ours", freshState())));
  }

  Path freshState() throws IOException {
    return Files.createTempDirectory(Files.createDirectories(options.out()), "state-");
  }

  private static Side alone(String name, String queue, Program server) {
    return new Side(name, Optional.ofNullable(queue), server, Optional.empty());
  }

  static Side whole(String name, String queue, Program server, Program consumer) {
    return new Side(name, Optional.of(queue), server, Optional.of(consumer));
  }
}
