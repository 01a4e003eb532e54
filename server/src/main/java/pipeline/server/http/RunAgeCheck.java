package pipeline.server.http;

import java.time.Instant;
import java.util.function.LongSupplier;
import pipeline.server.exchange.ErrorCode;
import pipeline.server.exchange.HttpError;
import pipeline.wire.identity.RunAge;
import pipeline.wire.identity.RunId;

/**
 * Checks the age of runs: a run is taken if it began, as its id tells, between {@link RunAge#TAKEN}
 * ago and {@link RunAge#AHEAD} from now. Nothing is remembered of runs. Thread-safe.
 */
final class RunAgeCheck {
  private final LongSupplier wallMillis;

  /**
   * @param wallMillis the time of day, in milliseconds since 1970
   */
  RunAgeCheck(LongSupplier wallMillis) {
    this.wallMillis = wallMillis;
  }

  /**
   * Refuses a run that is too old or begins too far ahead.
   *
   * @throws HttpError 400 if the id does not tell when the run began; 409 that names that time and
   *     this server's if the run is too old, or too far ahead
   */
  void check(RunId run) throws HttpError {
    if (!run.isVersion7()) {
      throw otherForm();
    }
    long now = wallMillis.getAsLong();
    if (now - run.startMillis() > RunAge.TAKEN.toMillis()) {
      throw refusal(run, "more than " + RunAge.TAKEN.toDays() + " days ago", now);
    }
    if (run.startMillis() - now > RunAge.AHEAD.toMillis()) {
      throw refusal(run, "more than " + RunAge.AHEAD.toMinutes() + " minutes ahead", now);
    }
  }

  /** A 400 for an id that is not of the form of a run's. */
  static HttpError otherForm() {
    return new HttpError(
        ErrorCode.INVALID, "a run is a UUID of version 7 (RFC 9562), written as 32 hex digits");
  }

  private static HttpError refusal(RunId run, String distance, long now) {
    return new HttpError(
        ErrorCode.RUN_AGE,
        "this run's id says that it began at "
            + Instant.ofEpochMilli(run.startMillis())
            + ", "
            + distance
            + " by this server's clock, which says "
            + Instant.ofEpochMilli(now));
  }
}
