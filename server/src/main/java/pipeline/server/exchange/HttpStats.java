package pipeline.server.exchange;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/**
 * Counts answers and how long they took, by method and class of status, and refusals by code. All
 * meters are made at the start, so counting allocates nothing. Thread-safe.
 */
public final class HttpStats {
  private static final String[] METHODS = {"POST", "GET", "other"};
  private static final int CLASSES = 5;
  private static final Duration[] BUCKETS =
      LongStream.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000)
          .mapToObj(Duration::ofMillis)
          .toArray(Duration[]::new);

  private final LongSupplier nanoClock;
  private final Timer[][] answers = new Timer[METHODS.length][CLASSES];
  private final Map<ErrorCode, Counter> refusals = new EnumMap<>(ErrorCode.class);

  public HttpStats(MeterRegistry registry, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    for (int method = 0; method < METHODS.length; method++) {
      for (int status : new int[] {2, 4, 5}) {
        answers[method][status - 1] =
            Timer.builder("http.server.requests")
                .description(
                    "requests, from their head to their answer; without /health and /metrics")
                .tags("method", METHODS[method], "status", status + "xx")
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
      }
    }
    for (ErrorCode code : ErrorCode.values()) {
      refusals.put(
          code,
          Counter.builder("http.server.refusals")
              .description("requests that got an error")
              .tags("reason", code.spelled(), "status", Integer.toString(code.status()))
              .register(registry));
    }
  }

  /** Statistics of requests that no metric counts: those for /health and /metrics. */
  public static HttpStats uncounted() {
    return new HttpStats(new CompositeMeterRegistry(), System::nanoTime);
  }

  /** The present time, by this object's own clock; taken when a request starts. */
  long now() {
    return nanoClock.getAsLong();
  }

  /**
   * Counts the answer to a request.
   *
   * @param status of the classes 2xx, 4xx and 5xx
   * @param start what {@link #now} said when it came
   */
  void answered(String method, int status, long start) {
    int of = method.equals("POST") ? 0 : method.equals("GET") ? 1 : 2;
    answers[of][status / 100 - 1].record(nanoClock.getAsLong() - start, TimeUnit.NANOSECONDS);
  }

  void refused(ErrorCode code) {
    refusals.get(code).increment();
  }
}
