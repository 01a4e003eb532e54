package pipeline.server.publish;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import pipeline.server.broker.BrokerSupervisor;
import pipeline.server.broker.PublishResult;

/**
 * The publisher's metrics, and its health by its last result: after a failure it is broken until a
 * message is confirmed or {@code memoryNanos} have passed. A balancer sends no requests to a broken
 * server, so without that limit none could show that the broker works again. The state of the
 * connection is known to {@link BrokerSupervisor}. Thread-safe.
 */
final class PublisherMetrics {
  private static final double[] BUCKETS = {
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000
  };

  private final MeterRegistry registry;
  private final DistributionSummary sizes;
  private final LongSupplier nanoClock;
  private final long memoryNanos;
  private volatile LastFailure last = new LastFailure("", 0);

  private record LastFailure(String reason, long at) {}

  PublisherMetrics(MeterRegistry registry, LongSupplier nanoClock, long memoryNanos) {
    this.registry = registry;
    this.nanoClock = nanoClock;
    this.memoryNanos = memoryNanos;
    sizes =
        DistributionSummary.builder("pipeline.message.entries")
            .description("lines in one message written to the broker, or tried to")
            .serviceLevelObjectives(BUCKETS)
            .register(registry);
  }

  /** Records that a message of {@code lines} lines is about to be written. */
  void publishing(int lines) {
    sizes.record(lines);
  }

  /** Records how the publishing of a message ended. */
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

  /** Registers gauges of the waiting entries and of the state of the broker. */
  void watch(IntSupplier waiting, BooleanSupplier up) {
    Gauge.builder("pipeline.entries.waiting", waiting::getAsInt)
        .description("entries that wait for a channel; MAX_WAITING of them, and more get 503")
        .register(registry);
    Gauge.builder("pipeline.broker.up", () -> up.getAsBoolean() ? 1 : 0)
        .description("1 if a request posted now would be confirmed")
        .register(registry);
  }
}
