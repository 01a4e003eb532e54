package pipeline.peers;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A line on its way to the broker. Thread-safe. */
final class WaitingLine {
  private final byte[] entry;
  private final long deadline;
  private final CompletableFuture<Boolean> confirmed = new CompletableFuture<>();

  /**
   * @param entry as it stands in a message
   * @param deadline by {@code nanoTime}
   */
  WaitingLine(byte[] entry, long deadline) {
    this.entry = entry;
    this.deadline = deadline;
  }

  /** Not copied; nobody changes it. */
  byte[] entry() {
    return entry;
  }

  /** From 1, since the client's waits take 0 for ever. */
  long millisLeft() {
    return Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
  }

  void end(boolean isConfirmed) {
    confirmed.complete(isConfirmed);
  }

  /** Whether the broker has it, once that is known. */
  CompletableFuture<Boolean> confirmed() {
    return confirmed;
  }
}
