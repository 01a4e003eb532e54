package pipeline.client.workload;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import pipeline.client.http.Request;

/**
 * Traffic whose requests are generated. To add a workload: a line here, and its generator.
 *
 * @param size how many lines one round has
 * @param seed what they are generated from
 * @param linesPath where requests of many lines are posted
 * @param queue the queue to watch unless {@code --queue} names another; of several, the first
 */
public record GeneratedTraffic(
    String name,
    long size,
    OptionalLong seed,
    int linesPerRequest,
    String linesPath,
    String queue,
    LongFunction<RequestGenerator> generator)
    implements Traffic {
  /** The most bytes of a generated line, its end included. */
  static final int MAX_LINE_BYTES = 160;

  private static final String LINES_OF_JSON = "application/x-ndjson";
  private static final OptionalLong USUAL_SEED = OptionalLong.of(1);
  private static final List<GeneratedTraffic> ALL =
      List.of(
          new GeneratedTraffic(
              "lift-rides", 200_000, USUAL_SEED, 1, "/skiers", "lift-rides", LiftRideRequests::new),
          new GeneratedTraffic(
              "swipes", 500_000, USUAL_SEED, 1, "/swipe", "swipes.counts", SwipeRequests::new));

  /** The traffic of a workload with its usual size and seed, a line a request. */
  public static Optional<GeneratedTraffic> named(String name) {
    return ALL.stream().filter(traffic -> traffic.name().equals(name)).findFirst();
  }

  public static List<String> names() {
    return ALL.stream().map(GeneratedTraffic::name).toList();
  }

  /** This workload's traffic with another size, seed and number of lines a request. */
  public GeneratedTraffic with(long otherSize, long otherSeed, int otherLinesPerRequest) {
    return new GeneratedTraffic(
        name,
        otherSize,
        OptionalLong.of(otherSeed),
        otherLinesPerRequest,
        linesPath,
        queue,
        generator);
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
