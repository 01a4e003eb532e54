package pipeline.server;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.wire.codec.Entry;

/**
 * Group commit: requests that arrive while a lane waits for its confirm go out together as its next
 * message, without added delay. With one entry a message and more lanes it is the publisher that
 * pays a confirm for each request. Thread-safe.
 */
final class LanePublisher<P> implements Publisher<P>, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LanePublisher.class);
  private static final long WATCH_MILLIS = 50;

  /** As many lanes may be held by clients that do not read, while others do their work. */
  static final int MAX_HELD = 16;

  private static final long CLOSE_MILLIS = 1_000;
  private static final Verdict STOPPING =
      Verdict.refused(RefusalKind.STOPPING, "the server is stopping");

  private final BrokerLink link;
  private final MessageFormat<P> format;
  private final LongSupplier nanoClock;
  private final long deadlineNanos;
  private final WaitingEntries waiting;
  private final PublishHealth health;
  private final int maxLanes;
  private final List<PublisherLane> lanes = new CopyOnWriteArrayList<>();
  private final NamedThreads threads = new NamedThreads("publisher-lane");

  LanePublisher(
      BrokerLink link, MessageFormat<P> format, PublishConfig config, LongSupplier nanoClock) {
    this.link = link;
    this.format = format;
    this.nanoClock = nanoClock;
    this.deadlineNanos = config.deadline().toNanos();
    this.health = new PublishHealth(nanoClock, deadlineNanos);
    this.waiting =
        new WaitingEntries(
            config.maxWaiting(),
            Math.min(config.batchEntries(), format.maxEntries()),
            config.batchBytes());
    this.maxLanes = config.channels() + MAX_HELD;
    for (int i = 0; i < config.channels(); i++) {
      lanes.add(lane());
    }
  }

  /** Starts the lanes and, on {@code deadlines}, their watch. */
  void start(ScheduledExecutorService deadlines) {
    lanes.forEach(this::start);
    Future<?> unused =
        deadlines.scheduleWithFixedDelay(
            this::watch, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void publish(Entry<P> entry, Completion completion) {
    Optional<String> broken = link.brokenPart();
    if (broken.isPresent()) {
      completion.ended(Verdict.refused(broken.get()));
      return;
    }
    PendingEntry pending =
        new PendingEntry(
            entry.key(), format.encode(entry), nanoClock.getAsLong() + deadlineNanos, completion);
    if (!waiting.offer(pending)) {
      pending.end(Verdict.refused(RefusalKind.OVERLOAD, "too many requests wait for the broker"));
    }
  }

  @Override
  public Optional<String> brokenPart() {
    return link.brokenPart().or(health::brokenPart);
  }

  /** How many entries wait for a lane. */
  int waiting() {
    return waiting.size();
  }

  /** Refuses what waits and lets the lanes end what they have begun, within two seconds. */
  @Override
  public void close() {
    waiting.close();
    waiting.drain().forEach(entry -> entry.end(STOPPING));
    if (!threads.join(CLOSE_MILLIS)) {
      link.cut("the server is stopping");
      if (!threads.join(CLOSE_MILLIS)) {
        LOG.warn("a publisher lane is still busy");
      }
    }
  }

  /** Keeps the promise that each request is answered in time, whatever the lanes are doing. */
  private void watch() {
    try {
      long now = nanoClock.getAsLong();
      link.brokenPart()
          .ifPresent(
              broken -> waiting.drain().forEach(entry -> entry.end(Verdict.refused(broken))));
      waiting.drainOverdue(now).forEach(entry -> entry.end(Verdict.NO_CONFIRM));
      lanes.forEach(lane -> lane.watch(now));
      relieveHeldLanes(now);
    } catch (Throwable e) {
      // the executor would never call again, and would say nothing
      LOG.error("the watch over deadlines failed", e);
    }
  }

  private void relieveHeldLanes(long now) {
    lanes.removeIf(PublisherLane::hasEnded);
    int spare = maxLanes - lanes.size();
    for (PublisherLane held : lanes.stream().filter(l -> l.isHeld(now)).limit(spare).toList()) {
      held.relieve();
      PublisherLane next = lane();
      lanes.add(next);
      start(next);
    }
  }

  private PublisherLane lane() {
    return new PublisherLane(
        waiting, new BatchPublisher(link, format, health, nanoClock), new LaneAnswers(nanoClock));
  }

  private void start(PublisherLane lane) {
    threads.newThread(lane).start();
  }
}
