package pipeline.consumer.amqp;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.NavigableSet;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import pipeline.wire.codec.BatchDecoder;

/**
 * Consumes on one channel: each delivery is read, added to the store, and acked once it is durable.
 * The client library calls it on the consumer threads, in the channel's order; acks run on {@link
 * DeliveryContext#threads} too. Its monitor lets one thread at a time use the channel. It lives as
 * long as its channel: acks that come after a reconnect have no effect, and the broker delivers
 * their messages again.
 */
public final class QueueConsumer extends DefaultConsumer {
  private final DeliveryContext context;
  private final CountDownLatch ended;
  private final UnackedBytes.Lease unacked;
  private final int prefetch;

  /** The subscriptions, each to a queue. */
  private final List<String> tags = new CopyOnWriteArrayList<>();

  /** A permit for each subscription that has ended. */
  private final Semaphore cancelled = new Semaphore(0);

  /** Every delivery up to this tag is in the store or is a dead letter. */
  private volatile long added;

  private volatile long acked;

  /** The last delivery that had arrived at the last look. Guarded by this. */
  private long arrivedBefore;

  /** The sizes of the deliveries to come. */
  private final Queue<InboundFrames.Arrival> arriving;

  /** The bytes to free with each delivery's ack, in the order of the tags. Guarded by this. */
  private final Queue<Long> sizes = new ArrayDeque<>();

  /** Tags of unmoved dead letters, which a multiple ack must leave out. Guarded by this. */
  private final NavigableSet<Long> leftOut = new TreeSet<>();

  /** Whether the store has stopped taking messages. */
  private volatile boolean isStopped;

  /** Whether a delivery waits for the store. */
  private volatile boolean isWaiting;

  /**
   * A consumer that is not subscribed yet.
   *
   * @param frames of the connection, which is to end when no more deliveries will come
   * @param prefetch of the channel, over all queues
   */
  QueueConsumer(Channel channel, InboundFrames frames, DeliveryContext context, int prefetch) {
    super(channel);
    this.context = context;
    this.ended = frames.ended();
    this.unacked = frames.unacked();
    this.arriving = frames.arrivals(channel.getChannelNumber());
    this.prefetch = prefetch;
  }

  /** Subscribes to the queues, whose deliveries come one at a time. */
  void subscribe(List<String> queues) throws IOException {
    for (String queue : queues) {
      tags.add(getChannel().basicConsume(queue, context.autoAck(), this));
    }
  }

  /** Asks for no more deliveries; {@link #awaitCancelled} waits until they are handled. */
  void cancel() throws IOException {
    for (String tag : tags) {
      getChannel().basicCancel(tag);
    }
  }

  /**
   * Adds a delivery to the store, once the store has room. A delivery that comes after the store
   * has stopped is forgotten: it stays unacked, and the broker gives it to the next consumer.
   */
  @Override
  public void handleDelivery(
      String consumerTag, Envelope envelope, BasicProperties properties, byte[] body) {
    try {
      if (awaitRoom()) {
        take(envelope, properties, body);
      } else {
        forget();
      }
    } catch (Throwable e) {
      // the store may hold half of the message: only a restart from the durable state is right
      context.crash().accept(e);
    }
  }

  /** Waits until the store has room for another message; false when it has stopped taking them. */
  private boolean awaitRoom() {
    if (isStopped) {
      return false;
    }
    isWaiting = true;
    try {
      context.handler().awaitRoom();
      return true;
    } catch (InterruptedException e) {
      isStopped = true;
      return false;
    } finally {
      isWaiting = false;
    }
  }

  /** Holds a delivery no longer, or the broker's answers behind it would never be read. */
  private synchronized void forget() {
    unacked.acked(arriving.remove().held());
  }

  private synchronized void take(Envelope envelope, BasicProperties properties, byte[] body) {
    InboundFrames.Arrival arrival = arriving.remove();
    long tag = envelope.getDeliveryTag();
    context.stats().deliveries().increment();
    context.stats().redelivered().add(envelope.isRedeliver() ? 1 : 0);
    BiConsumer<byte[], String> refuse =
        (part, reason) ->
            moveToDeadQueue(
                new Delivery(envelope, part == body ? properties : json(properties), part),
                reason,
                arrival.held());
    if (arrival.body() > BatchDecoder.MAX_MESSAGE_BYTES) {
      refuse.accept(body, tooLong(arrival.body(), body.length));
    } else {
      context.handler().handle(properties, body, refuse);
    }
    sizes.add(leftOut.contains(tag) ? 0 : arrival.held());
    added = tag;
  }

  private static String tooLong(long published, int kept) {
    String reason =
        "it has " + published + " bytes, and may have " + BatchDecoder.MAX_MESSAGE_BYTES;
    return kept == published
        ? reason
        : reason + "; only the first " + kept + " are here, for want of heap";
  }

  private static BasicProperties json(BasicProperties properties) {
    return properties.builder().contentType(MessageHandler.JSON).build();
  }

  /**
   * Moves a message to the dead queue. It is acked once that queue has it and a commit covers it;
   * the acks of commits leave it out until then.
   */
  private void moveToDeadQueue(Delivery delivery, String reason, long size) {
    long tag = delivery.getEnvelope().getDeliveryTag();
    leftOut.add(tag);
    unacked.handOver(size);
    context
        .deadLetters()
        .move(
            delivery,
            reason,
            () -> {
              context.unacked().free(size);
              onThreads(() -> deadLetterMoved(tag));
            });
  }

  /** The tag up to which a commit that begins now makes everything durable. Thread-safe. */
  long added() {
    return added;
  }

  /** The tag up to which acks were made. Thread-safe. */
  public long acked() {
    return acked;
  }

  /** The number of messages that were added and are not acked. */
  public long unacked() {
    return Math.max(0, added - acked);
  }

  /** Whether a delivery waits until the store has room. Thread-safe. */
  boolean isWaiting() {
    return isWaiting;
  }

  /** True when half of the prefetch waits for an ack. Thread-safe. */
  boolean isHalfUsed() {
    return (added - acked) * 2 >= prefetch;
  }

  /** Acks up to {@code last} on a consumer thread, or at once if there is only one. */
  void ackLater(long last) {
    onThreads(() -> ack(last));
  }

  /**
   * Runs acks on the consumer threads. An error ends the process: swallowed by the pool, it would
   * leave messages unacked for good.
   */
  private void onThreads(Runnable acks) {
    context
        .threads()
        .execute(
            () -> {
              try {
                acks.run();
              } catch (Throwable e) {
                context.crash().accept(e);
              }
            });
  }

  /** Acks all deliveries up to {@code last}, which must be durable, except unmoved dead letters. */
  synchronized void ack(long last) {
    if (last <= acked) {
      return;
    }
    boolean multiple = leftOut.isEmpty() || leftOut.first() > last;
    if (multiple) {
      tellBroker(last, true);
    }
    long bytes = 0;
    for (long tag = acked + 1; tag <= last; tag++) {
      bytes += sizes.remove();
      if (!multiple && !leftOut.contains(tag)) {
        tellBroker(tag, false);
      }
    }
    acked = last;
    unacked.acked(bytes);
  }

  /** Acks at the broker, unless it expects no acks. */
  private void tellBroker(long tag, boolean multiple) {
    try {
      if (!context.autoAck()) {
        getChannel().basicAck(tag, multiple);
      }
      context.health().works(Health.Part.POISON);
    } catch (IOException | AlreadyClosedException e) {
      // the broker delivers again what it has no ack for, so the dead queue may hold it twice
    }
  }

  private synchronized void deadLetterMoved(long tag) {
    leftOut.remove(tag);
    if (tag <= acked) {
      tellBroker(tag, false);
    }
  }

  /** True when every delivery was acked. */
  synchronized boolean isSettled() {
    return acked == added && leftOut.isEmpty();
  }

  /** True when every delivery was acked that had arrived at the call before; for one caller. */
  synchronized boolean hasSettledEarlier() {
    boolean settled = acked >= arrivedBefore && leftOut.isEmpty();
    arrivedBefore = added + arriving.size();
    return settled;
  }

  /** Waits until all deliveries before a cancel are handled; false if that took too long. */
  boolean awaitCancelled(long nanos) throws InterruptedException {
    return cancelled.tryAcquire(tags.size(), nanos, TimeUnit.NANOSECONDS);
  }

  /** Handles the answer to our cancel, which the library brings after the last delivery. */
  @Override
  public void handleCancelOk(String consumerTag) {
    cancelled.release();
  }

  /** Handles a cancel by the broker: the queue is gone. */
  @Override
  public void handleCancel(String consumerTag) {
    cancelled.release();
    ended.countDown();
  }

  @Override
  public void handleShutdownSignal(String consumerTag, ShutdownSignalException reason) {
    cancelled.release();
    ended.countDown();
  }
}
