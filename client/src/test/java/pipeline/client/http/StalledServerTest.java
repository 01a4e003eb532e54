package pipeline.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
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

  private final AtomicLong stallEnds = new AtomicLong();

  /** Answers nothing for 1 s from the 51st request on. */
  private final StubServer.Script stalls =
      (exchange, number) -> {
        if (number >= FIRST_OF_STALL) {
          stallEnds.compareAndSet(0, System.nanoTime() + STALL_NANOS);
          while (stallEnds.get() - System.nanoTime() > 0) {
            LockSupport.parkNanos(stallEnds.get() - System.nanoTime());
          }
        }
        StubServer.answer(exchange, 200);
      };

  /**
   * The load is 100 requests a second for 2 s. The 100 that are due in the stall of 1 s are all
   * answered at its end, so their response times fall evenly from 1 s to nothing. A machine that
   * stands still makes each longer.
   */
  @Test
  void responseTimesCountFromWhenRequestsWereDue() throws Exception {
    StepResult result = send();

    LatencyStats response = result.stats().successes();
    assertThat(response.count()).isEqualTo(200);
    assertThat(response.maxMillis()).isGreaterThanOrEqualTo(1_000);
    assertThat(response.percentileMillis(87.5)).isGreaterThanOrEqualTo(750);
    assertThat(response.percentileMillis(75)).isGreaterThanOrEqualTo(500);
    assertThat(response.percentileMillis(62.5)).isGreaterThanOrEqualTo(250);
    assertThat(result.late()).isGreaterThan(50); // none of the 20 senders was free
    assertThat(result.dropped()).isZero();
    assertThat(result.stats().throughput()).isLessThan(101);
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
