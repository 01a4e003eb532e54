package pipeline.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import pipeline.client.load.Plans;
import pipeline.client.load.RunClock;
import pipeline.client.load.StepPlan;
import pipeline.client.load.StepResult;
import pipeline.client.load.StopSignal;
import pipeline.client.stats.LatencyStats;
import pipeline.client.stats.StepStats;

/** A real HTTP server whose delays are known gives the distribution that follows from them. */
@Timeout(60)
class KnownDelayTest {
  private static final long DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final Duration RUN = Duration.ofSeconds(2);

  /** The delay that a busy machine may add to anything; it does nothing too early. */
  private static final double BUSY_MILLIS = 700;

  @Test
  void aFixedDelayIsEveryRequestsResponseTime() throws Exception {
    StubServer.Script delays =
        (exchange, number) -> {
          pause(DELAY_NANOS);
          StubServer.answer(exchange, 200);
        };

    StepStats stats = run(delays, Plans.closed(4, 100)).stats();

    assertThat(stats.successes().count()).isEqualTo(100);
    assertThat(stats.successes().minMillis()).isBetween(20.0, 30.0);
    assertThat(stats.successes().percentileMillis(50)).isBetween(20.0, 40.0);
    assertThat(stats.throughput()).isBetween(40.0, 200.0); // at best 4 threads / 20 ms
    assertThat(stats.throughput() * stats.wallNanos() / 1e9).isCloseTo(100, within(1e-6));
  }

  @Test
  void inTheClosedModelAStallHitsOneRequestAThread() throws Exception {
    StepStats stats = run(new Stall(), Plans.closed(4, 400)).stats();

    assertAround(1_000, stats.successes().maxMillis());
    assertThat(stats.successes().percentileMillis(90)).isLessThan(BUSY_MILLIS);
    // one for each thread, and at most one more each if the machine itself stands still
    assertThat(countAbove(750, stats.successes())).isBetween(4L, 8L);
  }

  /**
   * The load is 100 requests a second for 2 s. The 100 that are due in the stall of 1 s are all
   * answered at its end, so their response times fall evenly from 1 s to nothing.
   */
  @Test
  void inTheOpenModelAStallHitsAllThatWasDueInIt() throws Exception {
    StepResult result = run(new Stall(), Plans.open(20, 100, RUN));
    LatencyStats response = result.stats().successes();

    assertThat(response.count()).isEqualTo(200);
    assertAround(1_000, response.maxMillis());
    assertAround(750, response.percentileMillis(87.5));
    assertAround(500, response.percentileMillis(75));
    assertAround(250, response.percentileMillis(62.5));
    assertThat(result.late()).isGreaterThan(50); // none of the 20 senders was free
    assertThat(result.dropped()).isZero();
    assertThat(countAbove(850, result.stats().serviceTimes())).isBetween(1L, 20L);
    assertThat(result.stats().throughput()).isBetween(60.0, 101.0);
  }

  private static void assertAround(double millis, double actual) {
    assertThat(actual).isBetween(millis - 50, millis + BUSY_MILLIS);
  }

  private static StepResult run(StubServer.Script script, StepPlan plan) throws Exception {
    try (StubServer stub = StubServer.scripted(script);
        Servers servers =
            Servers.at(
                List.of(ServerUrl.parse("--url", stub.url())),
                new CurrentRun(Senders.RUN),
                Optional.empty(),
                Duration.ofSeconds(30),
                plan.threads())) {
      return Plans.step(servers, new StopSignal(), RunClock.system()).run(plan, Optional.empty());
    }
  }

  private static long countAbove(long millis, LatencyStats stats) {
    long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
    return stats.histogram().getCountBetweenValues(nanos, Long.MAX_VALUE);
  }

  private static void pause(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** Answers nothing for 1 s from the 51st request on. */
  private static final class Stall implements StubServer.Script {
    private static final int FIRST = 50;
    private static final long NANOS = TimeUnit.SECONDS.toNanos(1);

    private final AtomicLong endNanos = new AtomicLong();

    @Override
    public void answer(HttpExchange exchange, int number) throws IOException {
      if (number >= FIRST) {
        endNanos.compareAndSet(0, System.nanoTime() + NANOS);
        pause(endNanos.get() - System.nanoTime());
      }
      StubServer.answer(exchange, 200);
    }
  }
}
