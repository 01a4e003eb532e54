package pipeline.client.workload;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongFunction;
import pipeline.client.http.Request;

/**
 * A workload whose requests are generated. To add one: a line here, and its generator.
 *
 * @param size how many requests one round has
 * @param seed what they are generated from
 * @param queue the queue to watch unless {@code --queue} names another; of several, the first
 */
public record GeneratedWorkload(
    String name,
    long size,
    OptionalLong seed,
    String queue,
    Function<SeededValues, RequestGenerator> generator)
    implements Workload {
  private static final OptionalLong USUAL_SEED = OptionalLong.of(1);
  private static final List<GeneratedWorkload> ALL =
      List.of(
          new GeneratedWorkload(
              "lift-rides", 200_000, USUAL_SEED, "lift-rides", LiftRideRequests::new),
          new GeneratedWorkload(
              "swipes", 500_000, USUAL_SEED, "swipes.counts", SwipeRequests::new));

  /** A workload with its usual size and seed. */
  public static Optional<GeneratedWorkload> named(String name) {
    return ALL.stream().filter(workload -> workload.name().equals(name)).findFirst();
  }

  public static List<String> names() {
    return ALL.stream().map(GeneratedWorkload::name).toList();
  }

  /** The same workload of another size, from another seed. */
  public GeneratedWorkload with(long otherSize, long otherSeed) {
    return new GeneratedWorkload(name, otherSize, OptionalLong.of(otherSeed), queue, generator);
  }

  @Override
  public RequestSource requests() {
    return source(seeded()::post);
  }

  @Override
  public RequestSource reads() {
    return source(seeded()::get);
  }

  private RequestGenerator seeded() {
    return generator.apply(new SeededValues(seed.orElseThrow()));
  }

  /** All that threads share is the number of the next request. */
  private static RequestSource source(LongFunction<Request> generate) {
    AtomicLong seq = new AtomicLong();
    return () -> Optional.of(generate.apply(seq.getAndIncrement()));
  }
}
