package pipeline.server;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import pipeline.wire.codec.Entry;

/** Counts the messages that are made for the broker, and their entries. Thread-safe. */
final class CountedMessages<P> implements MessageFormat<P> {
  private static final double[] BUCKETS = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000};

  private final MessageFormat<P> format;
  private final DistributionSummary sizes;

  CountedMessages(MessageFormat<P> format, MeterRegistry registry) {
    this.format = format;
    sizes =
        DistributionSummary.builder("pipeline.message.entries")
            .description("entries in one message to the broker")
            .serviceLevelObjectives(BUCKETS)
            .register(registry);
    FunctionCounter.builder("pipeline.messages.published", sizes, DistributionSummary::count)
        .description("messages written to the broker, or tried to")
        .register(registry);
    FunctionCounter.builder("pipeline.entries.published", sizes, DistributionSummary::totalAmount)
        .description("entries of these messages")
        .register(registry);
  }

  @Override
  public byte[] encode(Entry<P> entry) {
    return format.encode(entry);
  }

  @Override
  public Message message(List<PendingEntry> batch) {
    sizes.record(batch.size());
    return format.message(batch);
  }

  @Override
  public int maxEntries() {
    return format.maxEntries();
  }
}
