package pipeline.server.http;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/**
 * Gives identities to requests that come without one: consecutive numbers of a run of the server's
 * own. Begins another run each day, since lines of a run that began long ago are refused.
 * Thread-safe.
 */
public final class ServerKeys {
  private static final long LIFE_NANOS = Duration.ofDays(1).toNanos();

  private final Supplier<RunId> runs;
  private final LongSupplier nanoClock;
  private final int lastSeq;

  /** Null before the first request. Guarded by this, as are the next two. */
  private RunId run;

  private long begun;
  private long made;

  /**
   * @param runs gives a new run each time
   */
  public ServerKeys(Supplier<RunId> runs, LongSupplier nanoClock) {
    this(runs, nanoClock, Integer.MAX_VALUE);
  }

  /**
   * @param lastSeq of a run
   */
  ServerKeys(Supplier<RunId> runs, LongSupplier nanoClock, int lastSeq) {
    this.lastSeq = lastSeq;
    this.runs = runs;
    this.nanoClock = nanoClock;
  }

  /**
   * The first of {@code keys} consecutive keys of one run, none of them given before.
   *
   * @param keys at most as many as a run can have
   */
  synchronized RequestKey next(int keys) {
    long now = nanoClock.getAsLong();
    if (run == null || made + keys - 1 > lastSeq || now - begun >= LIFE_NANOS) {
      run = runs.get();
      begun = now;
      made = 0;
    }
    RequestKey first = new RequestKey(run, (int) made);
    made += keys;
    return first;
  }
}
