package pipeline.client.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A run's times come from the monotonic clock. */
class RunClockTest {
  @Test
  void aJumpOfTheTimeOfDayMovesNoTimeOfARun() {
    AtomicLong nanos = new AtomicLong(7);
    RunClock clock = new RunClock(nanos::get, 7, 1_000);
    nanos.addAndGet(Duration.ofSeconds(2).toNanos());

    // whatever the time of day says by now
    assertThat(clock.epochMillis(clock.nanos())).isEqualTo(3_000);
  }
}
