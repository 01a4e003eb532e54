package pipeline.client.load;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Puts times of the monotonic clock on the calendar. Steps of the system's wall clock after the
 * start do not show. Thread-safe.
 *
 * @param nanoClock the run's monotonic clock
 * @param originNanos a moment on it
 * @param originEpochMillis the same moment by the wall clock
 */
public record RunClock(LongSupplier nanoClock, long originNanos, long originEpochMillis) {
  public static RunClock system() {
    return new RunClock(System::nanoTime, System.nanoTime(), System.currentTimeMillis());
  }

  long nanos() {
    return nanoClock.getAsLong();
  }

  public long epochMillis(long nanos) {
    return originEpochMillis + TimeUnit.NANOSECONDS.toMillis(nanos - originNanos);
  }
}
