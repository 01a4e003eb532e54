package pipeline.client.workload;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A workload that needs no file. One more is one more line here, and its generator.
 *
 * @param name as {@code --workload} takes it
 * @param defaultRequests how many requests one round has
 * @param queue the queue to watch unless {@code --queue} names another; of several, the first
 */
public record GeneratedWorkload(
    String name,
    int defaultRequests,
    String queue,
    Function<SeededValues, RequestGenerator> generator) {

  private static final List<GeneratedWorkload> ALL =
      List.of(
          new GeneratedWorkload("lift-rides", 200_000, "lift-rides", LiftRideRequests::new),
          new GeneratedWorkload("swipes", 500_000, "swipes.counts", SwipeRequests::new));

  public static Optional<GeneratedWorkload> named(String name) {
    return ALL.stream().filter(workload -> workload.name().equals(name)).findFirst();
  }

  public static List<String> names() {
    return ALL.stream().map(GeneratedWorkload::name).toList();
  }
}
