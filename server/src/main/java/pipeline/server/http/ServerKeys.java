package pipeline.server.http;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/**
 * Identities for requests that come without one: a run of the server's own and its own count, and
 * every day another run, so that none is too old for those who judge it by its start. Thread-safe.
 */
public final class ServerKeys {
  private static final long LIFE_NANOS = Duration.ofDays(1).toNanos();

  private final Supplier<RunId> runs;
  private final Consumer<RunId> reservation;
  private final LongSupplier nanoClock;
  private final int lastSeq;

  /** Null before the first request. Guarded by this, as are the next. */
  private RunId run;

  private long begun;
  private long made;

  /**
   * @param runs gives another one each time
   * @param reservation is told each run before its first key is given
   */
  public ServerKeys(Supplier<RunId> runs, Consumer<RunId> reservation, LongSupplier nanoClock) {
    this(runs, reservation, nanoClock, Integer.MAX_VALUE);
  }

  /**
   * @param lastSeq of a run
   */
  ServerKeys(
      Supplier<RunId> runs, Consumer<RunId> reservation, LongSupplier nanoClock, int lastSeq) {
    this.lastSeq = lastSeq;
    this.runs = runs;
    this.reservation = reservation;
    this.nanoClock = nanoClock;
  }

  /**
   * The first of several keys, at most as many as a run can have, that follow each other in one run
   * and were never given before.
   */
  synchronized RequestKey next(int keys) {
    long now = nanoClock.getAsLong();
    if (run == null || made + keys - 1 > lastSeq || now - begun >= LIFE_NANOS) {
      RunId next = runs.get();
      reservation.accept(next);
      run = next;
      begun = now;
      made = 0;
    }
    RequestKey first = new RequestKey(run, (int) made);
    made += keys;
    return first;
  }
}
