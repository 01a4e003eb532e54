package pipeline.consumer.store.memory;

import java.util.function.LongSupplier;

/**
 * The clock by which runs grow old, in milliseconds since 1970. It begins as the time of day, and
 * then goes on only while a consumer works, from where its state says that it stopped: so no jump
 * of the time of day, neither while a consumer works nor between two of them, makes a run old
 * before its time. A run is therefore remembered longer by the time in which no consumer worked.
 * Thread-safe once restored.
 */
final class AgeClock {
  private final LongSupplier elapsedMillis;
  private volatile long offsetMillis;

  /**
   * A clock that begins now.
   *
   * @param wallMillis the time of day
   * @param elapsedMillis a time since any moment that never jumps
   */
  AgeClock(LongSupplier wallMillis, LongSupplier elapsedMillis) {
    this.elapsedMillis = elapsedMillis;
    goOnFrom(wallMillis.getAsLong());
  }

  void goOnFrom(long millis) {
    offsetMillis = millis - elapsedMillis.getAsLong();
  }

  long millis() {
    return offsetMillis + elapsedMillis.getAsLong();
  }
}
