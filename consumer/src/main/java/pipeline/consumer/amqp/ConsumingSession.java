package pipeline.consumer.amqp;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Command;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import com.rabbitmq.client.impl.FrameHandler;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection with its consuming channels. When any part of it fails, the whole session ends,
 * and {@link Subscription} opens the next one. Thread-safe.
 *
 * <p>Deliveries of a channel wait in a queue of 1,000 in the client library; a full queue blocks
 * the thread that reads the connection, and so does each delivery that this thread handles itself.
 * That is intended: the connection only consumes, so nothing but the broker is slowed down, and
 * heartbeats have a thread of their own. No callback waits for anything but the short lock of a
 * checkpoint.
 */
final class ConsumingSession implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ConsumingSession.class);
  private static final int CLOSE_MILLIS = 2_000;
  private static final long ANSWER_MILLIS = 2_000;

  private final Connection connection;
  private final DeliveryContext context;
  private final Channel probe;
  private final List<QueueConsumer> consumers = new CopyOnWriteArrayList<>();
  private final InboundFrames frames;
  private final long begin = System.nanoTime();

  /** The question for the queue's length that is not answered yet. Guarded by this. */
  private CompletableFuture<Command> question;

  /** The number of messages that had arrived when {@link #question} was asked. Guarded by this. */
  private long begunBefore;

  private ConsumingSession(Connection connection, InboundFrames frames, DeliveryContext context)
      throws IOException {
    this.connection = connection;
    this.frames = frames;
    this.context = context;
    this.probe = channel();
  }

  /**
   * Connects and declares the topology.
   *
   * @param factories makes a factory of connections whose frames go through the operator
   */
  static ConsumingSession open(
      Function<UnaryOperator<FrameHandler>, ConnectionFactory> factories, DeliveryContext context)
      throws IOException, TimeoutException {
    Deque<InboundFrames> tried = new ArrayDeque<>();
    try {
      ConnectionFactory factory =
          factories.apply(
              socket -> {
                tried.addLast(new InboundFrames(socket, context.unacked().lease()));
                return tried.getLast();
              });
      // an oversized message is moved to the dead queue: refusing it would end each connection
      factory.setMaxInboundMessageBodySize(InboundFrames.maxBody() + 1);
      Connection connection = factory.newConnection(context.threads(), "consumer");
      try {
        ConsumingSession session = new ConsumingSession(connection, tried.getLast(), context);
        context.topology().declare(connection);
        return session;
      } catch (Throwable e) {
        connection.abort(CLOSE_MILLIS);
        throw e;
      }
    } catch (Throwable e) {
      // the library forgets the socket when it cannot start a thread
      tried.forEach(InboundFrames::close);
      throw e;
    }
  }

  /**
   * Starts consuming; to be called once.
   *
   * @param alone one message at a time instead of the whole prefetch
   */
  void consume(boolean alone) throws IOException {
    int prefetch = alone ? 1 : context.prefetch();
    for (int i = 0; i < (alone ? 1 : context.channels()); i++) {
      Channel channel = channel();
      channel.basicQos(prefetch);
      consumers.add(new QueueConsumer(channel, frames, context, prefetch));
    }
    // started only when all are listed, so that a commit misses no delivery
    for (QueueConsumer consumer : consumers) {
      consumer.getChannel().basicConsume(context.topology().queue(), context.autoAck(), consumer);
    }
  }

  private Channel channel() throws IOException {
    return connection
        .openChannel()
        .orElseThrow(() -> new IOException("the broker allows no more channels"));
  }

  List<QueueConsumer> consumers() {
    return consumers;
  }

  /** The number of messages that are ready in the queue; -1 if the broker does not say. */
  synchronized long queueLength() {
    try {
      context.health().begins(Health.Part.BROKER_ANSWERS);
      boolean isLate = question != null;
      if (!isLate) {
        question = probe.asyncCompletableRpc(howLong(context.topology().queue()));
        begunBefore = frames.begun();
      }
      Command answer = question.get(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
      question = null;
      context.health().works(Health.Part.BROKER_ANSWERS);
      return isLate ? queueLength() : ((AMQP.Queue.DeclareOk) answer.getMethod()).getMessageCount();
    } catch (TimeoutException e) {
      // a late answer must not be taken for that to a later question
      if (context.unacked().isUsedUp()
          || frames.begun() > begunBefore
          || consumers.stream().anyMatch(QueueConsumer::isWaiting)) {
        // while reading pauses, no answer is read either, or it comes behind the messages
        context.health().works(Health.Part.BROKER_ANSWERS);
      } else {
        context.health().fails(Health.Part.BROKER_ANSWERS, "the broker does not answer");
      }
      return -1;
    } catch (IOException | ShutdownSignalException | ExecutionException e) {
      // the session has ended
      context.health().works(Health.Part.BROKER_ANSWERS);
      return -1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return -1;
    }
  }

  private static AMQP.Queue.Declare howLong(String queue) {
    return new AMQP.Queue.Declare.Builder().queue(queue).passive().build();
  }

  /** The time since the connection was opened. */
  long ageNanos() {
    return System.nanoTime() - begin;
  }

  /** The number of messages that arrived, completely or in part. */
  long begun() {
    return frames.begun();
  }

  /** The number of messages that were acked. */
  long acked() {
    return consumers.stream().mapToLong(QueueConsumer::acked).sum();
  }

  /** Waits until the session has failed or was cancelled; false if that took longer. */
  boolean awaitEnd(long nanos) throws InterruptedException {
    return frames.ended().await(nanos, TimeUnit.NANOSECONDS);
  }

  /** Cancels the consumers and waits, at most {@code nanos}, until their deliveries are handled. */
  void cancel(long nanos) throws InterruptedException {
    long deadline = System.nanoTime() + nanos;
    try {
      for (QueueConsumer consumer : consumers) {
        consumer.getChannel().basicCancel(consumer.getConsumerTag());
      }
    } catch (IOException | ShutdownSignalException e) {
      LOG.warn("the broker does not answer any more: {}", e.toString());
      return;
    }
    for (QueueConsumer consumer : consumers) {
      consumer.awaitCancelled(deadline - System.nanoTime());
    }
  }

  @Override
  public void close() {
    try {
      connection.abort(CLOSE_MILLIS);
    } finally {
      frames.close();
    }
  }
}
