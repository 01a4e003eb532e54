package pipeline.server;

import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Whether the broker takes what it is given, judged by its last word or its silence; what the link
 * can tell by itself is not kept here. A failure is forgotten after a while, since a server that
 * says it is broken gets no requests that could show it has healed. Thread-safe.
 */
final class PublishHealth {
  private final LongSupplier nanoClock;
  private final long memoryNanos;
  private volatile Failure last = new Failure("", 0);

  private record Failure(String reason, long at) {}

  PublishHealth(LongSupplier nanoClock, long memoryNanos) {
    this.nanoClock = nanoClock;
    this.memoryNanos = memoryNanos;
  }

  void ended(Verdict verdict) {
    if (!verdict.confirmed()) {
      last = new Failure(verdict.reason(), nanoClock.getAsLong());
    } else if (!last.reason.isEmpty()) {
      last = new Failure("", 0);
    }
  }

  Optional<String> brokenPart() {
    Failure failure = last;
    boolean fresh = nanoClock.getAsLong() - failure.at < memoryNanos;
    return failure.reason.isEmpty() || !fresh ? Optional.empty() : Optional.of(failure.reason);
  }
}
