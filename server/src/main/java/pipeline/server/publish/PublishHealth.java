package pipeline.server.publish;

import java.util.Optional;
import java.util.function.LongSupplier;
import pipeline.server.broker.PublishResult;

/**
 * The health of publishing, by its last result: after a failure it is broken until a message is
 * confirmed or {@code memoryNanos} have passed. A balancer sends no requests to a broken server, so
 * without that limit none could show that the broker works again. The state of the connection is
 * known to {@link BrokerSupervisor}. Thread-safe.
 */
final class PublishHealth {
  private final LongSupplier nanoClock;
  private final long memoryNanos;
  private volatile LastFailure last = new LastFailure("", 0);

  private record LastFailure(String reason, long at) {}

  PublishHealth(LongSupplier nanoClock, long memoryNanos) {
    this.nanoClock = nanoClock;
    this.memoryNanos = memoryNanos;
  }

  void ended(PublishResult result) {
    if (!result.confirmed()) {
      last = new LastFailure(result.reason(), nanoClock.getAsLong());
    } else if (!last.reason.isEmpty()) {
      last = new LastFailure("", 0);
    }
  }

  Optional<String> brokenPart() {
    LastFailure failure = last;
    boolean fresh = nanoClock.getAsLong() - failure.at < memoryNanos;
    return failure.reason.isEmpty() || !fresh ? Optional.empty() : Optional.of(failure.reason);
  }
}
