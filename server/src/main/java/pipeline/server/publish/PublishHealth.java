package pipeline.server.publish;

import java.util.Optional;
import java.util.function.LongSupplier;
import pipeline.server.broker.PublishResult;

/**
 * Whether the broker takes what it is given, judged by the last result; what {@link
 * BrokerSupervisor} can tell by itself is not kept here. A failure is forgotten after a while,
 * since a server that says it is broken gets no requests that could show it has healed.
 * Thread-safe.
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

  void ended(PublishResult result) {
    if (!result.confirmed()) {
      last = new Failure(result.reason(), nanoClock.getAsLong());
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
