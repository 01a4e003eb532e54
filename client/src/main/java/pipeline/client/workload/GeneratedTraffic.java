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
 */
public record GeneratedTraffic(Input input, Part part, RequestGenerator generator)
    implements Traffic {
  /** The most bytes of a generated line, its end included. */
  static final int MAX_LINE_BYTES = 160;

  private static final String LINES_OF_JSON = "application/x-ndjson";

  /**
   * The traffic of a workload that {@link Workload#isGenerated}.
   *
   * @param size how many lines one round has
   */
  public static GeneratedTraffic of(
      Workload workload, long size, long seed, Part part, int linesPerRequest) {
    RequestGenerator generator =
        switch (workload) {
          case LIFT_RIDES -> new LiftRideRequests(seed);
          case SWIPES -> new SwipeRequests(seed);
          case WORDCOUNT -> throw new IllegalArgumentException("words are not generated");
        };
    Input input =
        new Input(
            workload.spelled(), size, OptionalLong.of(seed), Optional.empty(), linesPerRequest);
    return new GeneratedTraffic(input, part, generator);
  }

  @Override
  public long requestsPerRound() {
    return part.requests(input.size(), linesInEachRequest());
  }

  /**
   * The number of lines in each request, no more than always fit: so a request's number alone says
   * which lines it has.
   */
  private int linesInEachRequest() {
    return Math.min(input.linesPerRequest(), LineSource.MAX_BODY_BYTES / MAX_LINE_BYTES);
  }

  @Override
  public RequestSource requests() {
    return requestsPerRound() == 0 ? Optional::empty : source(this::post);
  }

  private Request post(long request) {
    long size = input.size();
    int each = linesInEachRequest();
    long inBlock = (part.blockLines(size) + each - 1) / each;
    long inRound = request % requestsPerRound();
    long block = part.firstLine(size) + inRound / inBlock * part.stride(size);
    long from = block + inRound % inBlock * each;
    long to = Math.min(from + each, Math.min(block + part.blockLines(size), size));
    long first = request / requestsPerRound() * size + from;
    return input.linesPerRequest() == 1 ? generator.post(first) : many(first, (int) (to - from));
  }

  private Request many(long first, int number) {
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
