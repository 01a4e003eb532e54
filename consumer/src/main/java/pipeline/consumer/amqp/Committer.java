package pipeline.consumer.amqp;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.commons.lang3.function.FailableRunnable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.consumer.thread.LastingThread;
import pipeline.wire.amqp.Backoff;

/**
 * Commits the store at an interval and then acks what the commit covers, on the thread {@code
 * committer}: the tags are noted before the commit and acked after it. Duplicates wait like all
 * other messages, since their first copy may become durable with this commit only. {@link #finish}
 * makes the last commit.
 */
public final class Committer extends LastingThread {
  private static final Logger LOG = LoggerFactory.getLogger(Committer.class);

  /** The time between two checks whether a commit is due before the interval ends. */
  private static final long LOOK_MILLIS = 50;

  private final DeliveryContext context;
  private final FailableRunnable<IOException> makeDurable;
  private final BooleanSupplier isDue;
  private final Supplier<List<QueueConsumer>> consumers;
  private final long intervalMillis;
  private final CountDownLatch closing = new CountDownLatch(1);

  /**
   * A committer that does nothing until it is started.
   *
   * @param makeDurable what was added to the store before, see {@link
   *     pipeline.consumer.store.Store#commit}
   * @param isDue whether a commit should not wait for the interval
   * @param consumers those of the present session; what others hold is delivered again
   */
  public Committer(
      DeliveryContext context,
      FailableRunnable<IOException> makeDurable,
      BooleanSupplier isDue,
      Supplier<List<QueueConsumer>> consumers,
      long intervalMillis) {
    super("committer", context.crash());
    this.context = context;
    this.makeDurable = makeDurable;
    this.isDue = isDue;
    this.consumers = consumers;
    this.intervalMillis = intervalMillis;
  }

  @Override
  protected void work() throws InterruptedException {
    Backoff backoff = new Backoff();
    boolean failing = false;
    while (failing ? !isClosedWithin(backoff.nextMillis()) : !isClosedBeforeDue()) {
      try {
        commit();
        if (failing) {
          LOG.info("counts are durable again, acks resume");
        }
        failing = false;
        context.health().works(Health.Part.STORE);
        backoff.reset();
      } catch (IOException e) {
        String trouble = "counts cannot be made durable, so nothing is acked: " + Health.words(e);
        if (context.health().fails(Health.Part.STORE, trouble)) {
          LOG.error(trouble);
        }
        failing = true;
      }
    }
  }

  /**
   * Waits for the interval, or until half of a channel's prefetch or of all bytes are used, or the
   * store wants a commit.
   */
  private boolean isClosedBeforeDue() throws InterruptedException {
    long left = intervalMillis;
    do {
      if (isClosedWithin(Math.min(left, LOOK_MILLIS))) {
        return true;
      }
      left -= LOOK_MILLIS;
    } while (left > 0
        && !isDue.getAsBoolean()
        && !context.unacked().isHalfUsed()
        && consumers.get().stream().noneMatch(QueueConsumer::isHalfUsed));
    return false;
  }

  private boolean isClosedWithin(long millis) throws InterruptedException {
    return closing.await(millis, TimeUnit.MILLISECONDS);
  }

  private synchronized void commit() throws IOException {
    Map<QueueConsumer, Long> marks = marks();
    if (!context.unacked().commitBegins() && marks.isEmpty() && !isDue.getAsBoolean()) {
      return;
    }
    context.health().begins(Health.Part.STORE);
    makeDurable.run();
    marks.forEach(QueueConsumer::ackLater);
    context.unacked().committed();
  }

  /** The tag up to which the deliveries of each channel are in the store, if they are not acked. */
  private Map<QueueConsumer, Long> marks() {
    Map<QueueConsumer, Long> marks = new HashMap<>();
    for (QueueConsumer consumer : consumers.get()) {
      if (consumer.unacked() > 0) {
        marks.put(consumer, consumer.added());
      }
    }
    return marks;
  }

  /**
   * Stops the thread, then makes the last commit and its acks on the calling thread; to be called
   * when no more deliveries come. The consumers' monitors order these acks after earlier ones.
   *
   * @throws IOException if what was added since the last commit could not be made durable
   */
  public void finish() throws IOException {
    close();
    synchronized (this) {
      Map<QueueConsumer, Long> marks = marks();
      makeDurable.run();
      marks.forEach(QueueConsumer::ack);
    }
  }

  /** Stops the thread, without interrupting it: an interrupt would close the state file. */
  @Override
  public void close() {
    closing.countDown();
    awaitEnd();
  }
}
