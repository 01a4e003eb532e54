package pipeline.server.publish;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.server.broker.BrokerSupervisor;
import pipeline.server.broker.PublishConfig;
import pipeline.server.broker.PublishResult;
import pipeline.server.lifecycle.ErrorLog;
import pipeline.server.lifecycle.Threads;
import pipeline.server.publish.MessageFormat.EncodedEntry;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.PayloadFormat;
import pipeline.wire.identity.Partitions;
import pipeline.wire.identity.RunEnd;

/**
 * Group commit: entries, of one line or of many, that arrive while a publisher thread awaits a
 * confirm go out together as its next message. With {@code PUBLISH=per-request} each entry is a
 * message with its own confirm. Thread-safe.
 */
public final class GroupCommitPublisher<P> implements Publisher<P>, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GroupCommitPublisher.class);
  private static final long WATCH_MILLIS = 50;
  private static final PublishResult OVERLOAD =
      new PublishResult(PublishResult.Failure.OVERLOAD, "too many requests wait for the broker", 0);

  /** The most bytes in a message of several requests, which all wait until it is written. */
  private static final int GROUP_BYTES = 256 << 10;

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(1);

  private final BrokerSupervisor broker;
  private final MessageFormat<P> format;
  private final LongSupplier nanoClock;
  private final long deadlineNanos;

  private volatile boolean closing;

  private final PublisherMetrics metrics;
  private final EntryAccumulator accumulator;
  private final List<PublisherThread> workers;
  private final Threads threads = new Threads("publisher");
  private final Threads watch = new Threads("publish-deadlines");
  private final ScheduledThreadPoolExecutor deadlines = new ScheduledThreadPoolExecutor(1, watch);

  /**
   * @param partitions each of which has publisher threads of its own
   */
  public GroupCommitPublisher(
      BrokerSupervisor broker,
      PayloadFormat<P> payloads,
      Partitions partitions,
      PublishConfig config,
      MeterRegistry registry,
      LongSupplier nanoClock) {
    this.broker = broker;
    this.nanoClock = nanoClock;
    deadlineNanos = config.deadline().toNanos();
    metrics = new PublisherMetrics(registry, nanoClock, deadlineNanos);
    format =
        new MessageFormat<>(
            payloads, partitions, config.batchEntries() == 1, config.messageBytes());
    accumulator =
        new EntryAccumulator(
            partitions.number(), config, () -> Math.min(GROUP_BYTES, format.maxBytes()));
    workers =
        IntStream.range(0, config.channels())
            .map(i -> i % partitions.number())
            .mapToObj(
                partition ->
                    new PublisherThread(partition, accumulator, broker, format, metrics, nanoClock))
            .toList();
    metrics.watch(accumulator::size, () -> brokenPart().isEmpty());
  }

  /** Starts the publisher threads and their watch. */
  public void start() {
    workers.forEach(worker -> threads.newThread(worker).start());
    // it never fails, and ends with its thread
    Future<?> unused =
        deadlines.scheduleWithFixedDelay(
            this::watch, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void publish(Entry<P> entry, Publisher.Callback callback) {
    offer(maxBytes -> format.encode(entry, maxBytes), callback);
  }

  @Override
  public void publish(RunEnd end, Publisher.Callback callback) {
    offer(maxBytes -> List.of(format.encode(end)), callback);
  }

  /** The refusal of every entry at present; empty if entries are taken. */
  private Optional<PublishResult> refusal() {
    return closing
        ? Optional.of(PublishResult.STOPPING)
        : broker.brokenPart().map(PublishResult::failed);
  }

  private void offer(IntFunction<List<EncodedEntry>> encoder, Publisher.Callback callback) {
    Optional<PublishResult> refusal = refusal();
    if (refusal.isPresent()) {
      tell(callback, refusal.get());
      return;
    }
    int maxBytes = format.maxBytes();
    List<EncodedEntry> entries = encoder.apply(maxBytes);
    PendingPublish.Request request =
        new PendingPublish.Request(entries.size(), nanoClock.getAsLong() + deadlineNanos, callback);
    List<PendingPublish> pending = new ArrayList<>(entries.size());
    for (EncodedEntry entry : entries) {
      if (entry.messageBytes() > maxBytes) {
        tell(callback, MessageFormat.tooLarge(entry.messageBytes(), maxBytes));
        return;
      }
      pending.add(new PendingPublish(entry, request));
    }
    if (!accumulator.offer(pending)) {
      tell(callback, refusal().orElse(OVERLOAD));
    }
  }

  private static void tell(Publisher.Callback callback, PublishResult result) {
    try {
      callback.ended(result);
    } finally {
      callback.released();
    }
  }

  @Override
  public Optional<String> brokenPart() {
    return refusal().map(PublishResult::reason).or(metrics::brokenPart);
  }

  /** Refuses the entries that wait, and lets the threads end their batches, within two seconds. */
  @Override
  public void close() {
    closing = true;
    accumulator.close();
    accumulator.drain(entry -> true).forEach(entry -> entry.fail(PublishResult.STOPPING));
    if (!threads.awaitEnd(CLOSE_LIMIT)) {
      broker.abort("the server is stopping");
      if (!threads.awaitEnd(CLOSE_LIMIT)) {
        LOG.warn("a publisher thread is still busy");
      }
    }
    deadlines.shutdownNow();
    watch.awaitEnd(CLOSE_LIMIT);
  }

  /** Answers each request within its deadline, even if the publisher threads hang. */
  private void watch() {
    try {
      long now = nanoClock.getAsLong();
      refusal()
          .ifPresent(away -> accumulator.drain(entry -> true).forEach(entry -> entry.fail(away)));
      List<PendingPublish> overdue = accumulator.drain(entry -> entry.isOverdue(now));
      if (!overdue.isEmpty()) {
        // no publisher thread has taken these entries, so none reports this
        metrics.ended(PublishResult.NO_CONFIRM);
      }
      overdue.forEach(entry -> entry.fail(PublishResult.NO_CONFIRM));
      workers.forEach(worker -> worker.watch(now));
    } catch (Throwable e) {
      ErrorLog.report(LOG, "the watch over deadlines failed", e);
    }
  }
}
