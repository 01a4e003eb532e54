package pipeline.server.http;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.function.LongSupplier;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/**
 * Gives identities to requests that come without one: consecutive numbers of a run of the server's
 * own. Another run begins when the time of day is a day away from the run's start, since lines of
 * old runs are refused; a correction of a wrong clock has this effect at once. Thread-safe.
 */
final class ServerKeys {
  private static final long LIFE_MILLIS = Duration.ofDays(1).toMillis();

  private final SecureRandom random = new SecureRandom();
  private final LongSupplier wallMillis;

  /** The present run; null before the first request. Guarded by this, as is the next field. */
  private RunId run;

  private long made;

  /**
   * @param wallMillis the time of day, in milliseconds since 1970
   */
  ServerKeys(LongSupplier wallMillis) {
    this.wallMillis = wallMillis;
  }

  /**
   * The first of {@code keys} consecutive keys of one run, none of them given before.
   *
   * @param keys at most as many as a run can have
   */
  synchronized RequestKey next(int keys) {
    if (run == null || made + keys - 1 > Integer.MAX_VALUE || isADayFromItsStart()) {
      run = RunId.startingAt(wallMillis.getAsLong(), random);
      made = 0;
    }
    RequestKey first = new RequestKey(run, (int) made);
    made += keys;
    return first;
  }

  private boolean isADayFromItsStart() {
    return Math.abs(wallMillis.getAsLong() - run.startMillis()) >= LIFE_MILLIS;
  }
}
