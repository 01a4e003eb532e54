package pipeline.consumer;

import static pipeline.wire.process.Console.grouped;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import pipeline.consumer.amqp.ConsumerStats;
import pipeline.consumer.amqp.Health;
import pipeline.consumer.amqp.Subscription;
import pipeline.consumer.store.Room;
import pipeline.consumer.store.Store;
import pipeline.consumer.thread.RepeatingTimer;
import pipeline.wire.process.Console;
import pipeline.wire.query.CountsUnavailableException;

/**
 * Watches the running consumer on the thread {@code monitor}: keeps the live line up to date and
 * ends the run when the queue stays empty.
 */
final class Monitor implements AutoCloseable {
  private static final long LIVE_MILLIS = 1_000;
  private static final long IDLE_MILLIS = 100;

  private final Subscription subscription;
  private final ConsumerStats stats;
  private final RepeatingTimer timer = new RepeatingTimer("monitor");

  Monitor(Subscription subscription, ConsumerStats stats) {
    this.subscription = subscription;
    this.stats = stats;
  }

  /** Updates {@code line} every second. */
  void show(LiveLine line, LongSupplier lines, Supplier<Map<String, Long>> figures) {
    timer.every(
        LIVE_MILLIS,
        () -> {
          try {
            long counted = lines.getAsLong();
            line.show(System.nanoTime(), counted, figures.get(), subscription.queueLength());
          } catch (CountsUnavailableException e) {
            // keep the last line until the counts can be read again
          }
        });
  }

  /** Calls {@code stop} when the queue has stayed empty for as long as {@code limit}. */
  void watch(Duration limit, Runnable stop) {
    IdleWatch idle = new IdleWatch(limit.toNanos());
    timer.every(
        IDLE_MILLIS,
        () -> {
          boolean quiet = subscription.isSettled() && subscription.queueLength() == 0;
          if (idle.isOver(System.nanoTime(), stats.deliveries().sum(), quiet)) {
            stop.run();
          }
        });
  }

  /** Checks every second whether the store is full, and reports it to {@code health}. */
  void watchRoom(Store<?> store, Health health) {
    timer.every(LIVE_MILLIS, () -> tellOfRoom(store.room(), health));
  }

  static void tellOfRoom(Optional<Room> room, Health health) {
    room.filter(Room::isFull)
        .ifPresentOrElse(
            full -> health.fails(Health.Part.STORE_ROOM, full.remedy()),
            () -> health.works(Health.Part.STORE_ROOM));
  }

  /** Looks every minute whether old runs can be forgotten. */
  void forget(Store<?> store) {
    RunForgetting forgetting =
        new RunForgetting(
            store,
            () -> subscription.queueLength() == 0,
            subscription::hasSettledEarlier,
            System::nanoTime);
    timer.every(RunForgetting.LOOK_MILLIS, forgetting::look);
  }

  void stop() {
    timer.close();
  }

  @Override
  public void close() {
    stop();
  }

  /** Decides when the queue has been empty for long enough. Not thread-safe. */
  static final class IdleWatch {
    private final long limitNanos;
    private long lastDeliveries = -1;
    private long idleSinceNanos;

    IdleWatch(long limitNanos) {
      this.limitNanos = limitNanos;
    }

    /**
     * Checks once; to be called at short intervals.
     *
     * @param deliveries how many there were so far
     * @param quiet whether the queue is known to be empty and everything is acked
     * @return true if it has been quiet without a delivery for the whole limit
     */
    boolean isOver(long nowNanos, long deliveries, boolean quiet) {
      if (!quiet || deliveries != lastDeliveries) {
        lastDeliveries = deliveries;
        idleSinceNanos = nowNanos;
        return false;
      }
      return nowNanos - idleSinceNanos >= limitNanos;
    }
  }

  /** A status line on a terminal that is overwritten each second. Not thread-safe. */
  static final class LiveLine {
    private static final double NANOS = 1e9;

    private final Console console;
    private final String unit;
    private long lastNanos;
    private long lastLines;

    /**
     * A line that is not shown yet.
     *
     * @param unit what is counted, in the plural
     */
    LiveLine(Console console, String unit, long nowNanos, long lines) {
      this.console = console;
      this.unit = unit;
      this.lastNanos = nowNanos;
      this.lastLines = lines;
    }

    /**
     * Overwrites the line.
     *
     * @param figures totals of the counts, by name
     * @param queueLength -1 if it is not known
     */
    void show(long nowNanos, long lines, Map<String, Long> figures, long queueLength) {
      double rate = (lines - lastLines) * NANOS / Math.max(1, nowNanos - lastNanos);
      lastNanos = nowNanos;
      lastLines = lines;
      StringBuilder line = new StringBuilder(unit + " " + grouped(lines));
      figures.forEach((name, figure) -> line.append("  " + name + " " + grouped(figure)));
      line.append("  " + unit + "/s " + grouped(Math.round(rate)));
      line.append("  queue " + (queueLength < 0 ? "unknown" : grouped(queueLength)));
      console.live(line.toString());
    }
  }
}
