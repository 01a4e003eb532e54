package pipeline.client.workload;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import pipeline.client.http.Request;
import pipeline.wire.workload.Workload;

/**
 * Traffic whose requests are generated. To add a workload: a line in {@link #of}, and its
 * generator.
 *
 * @param size how many lines one round has
 */
public record GeneratedTraffic(
    Workload workload, long size, int linesPerRequest, RequestGenerator generator)
    implements Traffic {
  /** The most bytes of a generated line, its end included. */
  static final int MAX_LINE_BYTES = 160;

  private static final String LINES_OF_JSON = "application/x-ndjson";

  /** The traffic of a workload that {@link Workload#isGenerated}. */
  public static GeneratedTraffic of(Workload workload, long size, long seed, int linesPerRequest) {
    RequestGenerator generator =
        switch (workload) {
          case LIFT_RIDES -> new LiftRideRequests(seed);
          case SWIPES -> new SwipeRequests(seed);
          case WORDCOUNT -> throw new IllegalArgumentException("words are not generated");
        };
    return new GeneratedTraffic(workload, size, linesPerRequest, generator);
  }

  @Override
  public OptionalLong seed() {
    return OptionalLong.of(generator.seed());
  }

  @Override
  public String name() {
    return workload.spelled();
  }

  @Override
  public long requestsPerRound() {
    return (size + linesInEachRequest() - 1) / linesInEachRequest();
  }

  /**
   * The number of lines in each request, no more than always fit: so a request's number alone says
   * which lines it has.
   */
  private int linesInEachRequest() {
    return Math.min(linesPerRequest, TextBody.MAX_BYTES / MAX_LINE_BYTES);
  }

  @Override
  public RequestSource requests() {
    return source(linesPerRequest == 1 ? generator::post : this::many);
  }

  private Request many(long request) {
    long round = request / requestsPerRound();
    long from = request % requestsPerRound() * linesInEachRequest();
    long first = round * size + from;
    int number = (int) Math.min(linesInEachRequest(), size - from);
    StringBuilder body = new StringBuilder();
    for (long seq = first; seq < first + number; seq++) {
      body.append(generator.line(seq)).append('\n');
    }
    byte[] bytes = body.toString().getBytes(US_ASCII);
    return Request.post(first, number, generator.linesPath(), LINES_OF_JSON, bytes);
  }

  @Override
  public RequestSource reads() {
    return source(generator::get);
  }

  /**
   * A source of generated requests; its threads share the number of the next request, and nothing
   * else.
   */
  private static RequestSource source(LongFunction<Request> generate) {
    AtomicLong seq = new AtomicLong();
    return () -> Optional.of(generate.apply(seq.getAndIncrement()));
  }
}
