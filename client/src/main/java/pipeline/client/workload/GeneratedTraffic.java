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
 * @param seed what they are generated from
 * @param linesPath where requests of many lines are posted
 */
public record GeneratedTraffic(
    Workload workload,
    long size,
    OptionalLong seed,
    int linesPerRequest,
    String linesPath,
    LongFunction<RequestGenerator> generator)
    implements Traffic {
  /** The most bytes of a generated line, its end included. */
  static final int MAX_LINE_BYTES = 160;

  private static final String LINES_OF_JSON = "application/x-ndjson";
  private static final OptionalLong USUAL_SEED = OptionalLong.of(1);

  /** A workload's traffic with its usual size and seed, a line a request; empty if it is a text. */
  public static Optional<GeneratedTraffic> of(Workload workload) {
    return switch (workload) {
      case WORDCOUNT -> Optional.empty();
      case LIFT_RIDES -> Optional.of(usual(workload, "/skiers", LiftRideRequests::new));
      case SWIPES -> Optional.of(usual(workload, "/swipe", SwipeRequests::new));
    };
  }

  private static GeneratedTraffic usual(
      Workload workload, String linesPath, LongFunction<RequestGenerator> generator) {
    return new GeneratedTraffic(workload, workload.size(), USUAL_SEED, 1, linesPath, generator);
  }

  /** This workload's traffic with another size, seed and number of lines a request. */
  public GeneratedTraffic with(long otherSize, long otherSeed, int otherLinesPerRequest) {
    return new GeneratedTraffic(
        workload,
        otherSize,
        OptionalLong.of(otherSeed),
        otherLinesPerRequest,
        linesPath,
        generator);
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
    RequestGenerator lines = seeded();
    return source(linesPerRequest == 1 ? lines::post : request -> many(request, lines));
  }

  private Request many(long request, RequestGenerator lines) {
    long round = request / requestsPerRound();
    long from = request % requestsPerRound() * linesInEachRequest();
    long first = round * size + from;
    int number = (int) Math.min(linesInEachRequest(), size - from);
    StringBuilder body = new StringBuilder();
    for (long seq = first; seq < first + number; seq++) {
      body.append(lines.line(seq)).append('\n');
    }
    byte[] bytes = body.toString().getBytes(US_ASCII);
    return Request.post(first, number, linesPath, LINES_OF_JSON, bytes);
  }

  @Override
  public RequestSource reads() {
    return source(seeded()::get);
  }

  private RequestGenerator seeded() {
    return generator.apply(seed.orElseThrow());
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
