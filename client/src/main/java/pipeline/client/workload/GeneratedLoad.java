package pipeline.client.workload;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import pipeline.client.http.Request;

/** A workload that needs no file. */
public record GeneratedLoad(RunInput input, RequestGenerator generator) implements Workload {

  /**
   * Generates requests.
   *
   * @param requests how many one round has
   */
  public static GeneratedLoad of(GeneratedWorkload workload, long requests, long seed) {
    return new GeneratedLoad(
        new RunInput(workload.name(), requests, OptionalLong.of(seed)),
        workload.generator().apply(new SeededValues(seed)));
  }

  @Override
  public RequestSource requests() {
    return new Source(generator::post);
  }

  @Override
  public RequestSource reads() {
    return new Source(generator::get);
  }

  /** All that threads share is the number of the next request. */
  private static final class Source implements RequestSource {
    private final AtomicLong seq = new AtomicLong();
    private final LongFunction<Request> generate;

    private Source(LongFunction<Request> generate) {
      this.generate = generate;
    }

    @Override
    public Optional<Request> next() {
      return Optional.of(generate.apply(seq.getAndIncrement()));
    }

    @Override
    public void close() {}
  }
}
