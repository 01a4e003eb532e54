package pipeline.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import pipeline.client.load.Plans;
import pipeline.client.load.RunClock;
import pipeline.client.load.StepResult;
import pipeline.client.load.StopSignal;
import pipeline.client.stats.LatencyStats;

/** In the open model a stall of a real server hits all that was due in it. */
@Timeout(60)
class StalledServerTest {
  private static final int FIRST_OF_STALL = 50;
  private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int THREADS = 20;
  private static final double NANOS_PER_MILLI = 1e6;

  /** Response times are rounded to 100 ns. */
  private static final double ROUNDED_MILLIS = 0.0001;

  private final AtomicLong stallEnds = new AtomicLong();

  /** The sum of the moments at which requests came to the server. */
  private final LongAdder came = new LongAdder();

  /** The sum of the moments at which it answered them. */
  private final LongAdder answered = new LongAdder();

  /** Answers nothing for 1 s from the 51st request on. */
  private final StubServer.Script stalls =
      (exchange, number) -> {
        came.add(System.nanoTime());
        if (number >= FIRST_OF_STALL) {
          stallEnds.compareAndSet(0, System.nanoTime() + STALL_NANOS);
          while (stallEnds.get() - System.nanoTime() > 0) {
            LockSupport.parkNanos(stallEnds.get() - System.nanoTime());
          }
        }
        answered.add(System.nanoTime());
        StubServer.answer(exchange, 200);
      };

  /**
   * The load is 100 requests a second for 2 s. The 100 that are due in the stall of 1 s are all
   * answered at its end, so their response times fall evenly from 1 s to nothing. A machine that
   * stands still makes each longer; how much longer is what the server has seen of it.
   */
  @Test
  void responseTimesCountFromWhenRequestsWereDue() throws Exception {
    StepResult result = send();

    LatencyStats response = result.stats().successes();
    LatencyStats service = result.stats().serviceTimes();
    assertThat(response.count()).isEqualTo(200);
    assertThat(response.maxMillis()).isGreaterThanOrEqualTo(1_000);
    assertThat(response.percentileMillis(87.5)).isGreaterThanOrEqualTo(750);
    assertThat(response.percentileMillis(75)).isGreaterThanOrEqualTo(500);
    assertThat(response.percentileMillis(62.5)).isGreaterThanOrEqualTo(250);
    assertThat(response.meanMillis())
        .isGreaterThanOrEqualTo(meanSinceDue(answered, result) - ROUNDED_MILLIS)
        .isLessThanOrEqualTo(meanSinceDue(came, result) + service.meanMillis() + ROUNDED_MILLIS);
    assertThat(result.late()).isGreaterThan(50); // none of the 20 senders was free
    assertThat(result.dropped()).isZero();
    // each thread waits for one answer at a time
    assertThat(service.meanMillis() * 200)
        .isLessThanOrEqualTo(THREADS * (result.stats().wallNanos() / NANOS_PER_MILLI));
    assertThat(result.stats().throughput()).isLessThan(101);
  }

  /** How long after they were due the moments are, on average. */
  private static double meanSinceDue(LongAdder moments, StepResult result) {
    long due = 200 * result.startNanos(); // the sum; the first is due at the start
    for (int sent = 0; sent < 200; sent++) {
      due += TimeUnit.MILLISECONDS.toNanos(10L * sent);
    }
    return (moments.sum() - due) / NANOS_PER_MILLI / 200;
  }

  private StepResult send() throws Exception {
    try (StubServer stub = StubServer.scripted(stalls);
        Servers servers =
            Servers.at(
                List.of(ServerUrl.parse("--url", stub.url())),
                seq -> Senders.RUN + "-" + seq,
                Map.of(),
                Duration.ofSeconds(30),
                THREADS)) {
      return Plans.step(servers, new StopSignal(), RunClock.system())
          .run(Plans.open(THREADS, 100, Duration.ofSeconds(2)), Optional.empty());
    }
  }
}
