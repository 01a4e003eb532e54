package pipeline.server.http;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Enumeration;
import java.util.Optional;
import java.util.function.LongSupplier;
import javax.servlet.http.HttpServletRequest;
import pipeline.server.exchange.ErrorCode;
import pipeline.server.exchange.HttpError;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunAge;
import pipeline.wire.identity.RunId;

/**
 * The identities of requests: those that clients send, of runs whose age is taken, and those that
 * the server gives to requests without one. A run is taken if it began, as its id tells, between
 * {@link RunAge#TAKEN} ago and {@link RunAge#AHEAD} from now; nothing is remembered of it.
 * Thread-safe.
 */
final class RequestKeys {
  private static final long LIFE_MILLIS = Duration.ofDays(1).toMillis();

  private final SecureRandom random = new SecureRandom();
  private final LongSupplier wallMillis;

  /** The server's present run; null before the first. Guarded by this, as is the next field. */
  private RunId own;

  private long made;

  /**
   * @param wallMillis the time of day, in milliseconds since 1970
   */
  RequestKeys(LongSupplier wallMillis) {
    this.wallMillis = wallMillis;
  }

  /**
   * The client's key; empty if it sent none.
   *
   * @throws HttpError 400 if it is malformed, and as {@link #check}
   */
  Optional<RequestKey> sent(HttpServletRequest request) throws HttpError {
    Enumeration<String> keys = request.getHeaders("Idempotency-Key");
    if (!keys.hasMoreElements()) {
      return Optional.empty();
    }
    String first = keys.nextElement();
    if (keys.hasMoreElements()) {
      throw new HttpError(ErrorCode.INVALID, "Idempotency-Key is given more than once");
    }
    try {
      RequestKey key = RequestKey.parse(first);
      check(key.run());
      return Optional.of(key);
    } catch (IllegalArgumentException e) {
      throw new HttpError(ErrorCode.INVALID, "Idempotency-Key: " + e.getMessage());
    }
  }

  /**
   * The run of this id.
   *
   * @throws HttpError 400 if it is no id, and as {@link #check}
   */
  RunId run(String id) throws HttpError {
    try {
      RunId run = RunId.parse(id);
      check(run);
      return run;
    } catch (IllegalArgumentException e) {
      throw otherForm();
    }
  }

  /**
   * The first of this number of consecutive keys of one run of the server's own, none of them given
   * before. Another run begins when the time of day is a day away from the run's start, since lines
   * of old runs are refused; a correction of a wrong clock has this effect at once.
   *
   * @param number at most as many as a run can have
   */
  synchronized RequestKey next(int number) {
    long now = wallMillis.getAsLong();
    if (own == null
        || made + number - 1 > Integer.MAX_VALUE
        || Math.abs(now - own.startMillis()) >= LIFE_MILLIS) {
      own = RunId.startingAt(now, random);
      made = 0;
    }
    RequestKey first = new RequestKey(own, (int) made);
    made += number;
    return first;
  }

  /**
   * Refuses a run that is too old or begins too far ahead.
   *
   * @throws HttpError 400 if the id does not tell when the run began; 409 that names that time and
   *     this server's if the run is too old, or too far ahead
   */
  private void check(RunId run) throws HttpError {
    if (!run.isVersion7()) {
      throw otherForm();
    }
    long now = wallMillis.getAsLong();
    long age = now - run.startMillis();
    if (age > RunAge.TAKEN.toMillis() || -age > RunAge.AHEAD.toMillis()) {
      throw new HttpError(
          ErrorCode.RUN_AGE,
          ("this run's id says that it began at %s, more than %s by this server's clock,"
                  + " which says %s")
              .formatted(
                  Instant.ofEpochMilli(run.startMillis()),
                  age > 0
                      ? RunAge.TAKEN.toDays() + " days ago"
                      : RunAge.AHEAD.toMinutes() + " minutes ahead",
                  Instant.ofEpochMilli(now)));
    }
  }

  private static HttpError otherForm() {
    return new HttpError(
        ErrorCode.INVALID, "a run is a UUID of version 7 (RFC 9562), written as 32 hex digits");
  }
}
