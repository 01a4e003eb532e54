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
import java.util.stream.IntStream;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.wire.amqp.Topology;

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
    Connection connection = null;
    try {
      ConnectionFactory factory =
          factories.apply(
              socket -> {
                tried.addLast(new InboundFrames(socket, context.unacked().lease()));
                return tried.getLast().handler();
              });
      // an oversized message is moved to the dead queue: refusing it would end each connection
      factory.setMaxInboundMessageBodySize(InboundFrames.maxBody() + 1);
      connection = factory.newConnection(context.threads(), "consumer");
      ConsumingSession session = new ConsumingSession(connection, tried.getLast(), context);
      context.topology().declare(connection);
      return session;
    } catch (Throwable e) {
      try {
        if (connection != null) {
          connection.abort(CLOSE_MILLIS);
        }
      } finally {
        // the library forgets the socket when it cannot start a thread
        tried.forEach(InboundFrames::close);
      }
      throw e;
    }
  }

  /**
   * Starts consuming; to be called once. The channels share the queues: where there are more queues
   * than channels, a channel has several, and divides its prefetch.
   *
   * @param alone one message of each queue at a time instead of the whole prefetch
   */
  void consume(boolean alone) throws IOException {
    int channels = alone ? 1 : context.channels();
    List<List<String>> queues =
        IntStream.range(0, channels)
            .mapToObj(i -> Topology.share(context.queues(), i, channels))
            .toList();
    for (List<String> some : queues) {
      Channel channel = channel();
      int prefetch = alone ? 1 : Math.max(1, context.prefetch() / some.size());
      channel.basicQos(prefetch);
      consumers.add(new QueueConsumer(channel, frames, context, prefetch * some.size()));
    }
    // started only when all are listed, so that a commit misses no delivery
    for (int i = 0; i < channels; i++) {
      consumers.get(i).subscribe(queues.get(i));
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

  /**
   * The number of messages that are ready in the queues of all partitions, also in those that are
   * consumed elsewhere; -1 if the broker does not say.
   */
  synchronized long queueLength() {
    try {
      context.health().begins(Health.Part.BROKER_ANSWERS);
      if (question != null) {
        // a late answer must not be taken for that to a later question
        answer();
      }
      long length = 0;
      for (String queue : context.topology().partitionQueues()) {
        question = probe.asyncCompletableRpc(howLong(queue));
        begunBefore = frames.begun();
        length += ((AMQP.Queue.DeclareOk) answer().getMethod()).getMessageCount();
      }
      context.health().works(Health.Part.BROKER_ANSWERS);
      return length;
    } catch (TimeoutException e) {
      if (context.unacked().room().isFull()
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

  private Command answer() throws ExecutionException, InterruptedException, TimeoutException {
    Command answer = question.get(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
    question = null;
    return answer;
  }

  private static AMQP.Queue.Declare howLong(String queue) {
    return new AMQP.Queue.Declare.Builder().queue(queue).passive().build();
  }

  /** The number of messages that arrived, completely or in part. */
  long begun() {
    return frames.begun();
  }

  /** The number of messages that were acked. */
  long acked() {
    return consumers.stream().mapToLong(QueueConsumer::acked).sum();
  }

  /** The reason why the connection is closed, as the client library or the broker gave it. */
  String closeReason() {
    Throwable cause = connection.getCloseReason();
    return cause == null
        ? "a channel or a queue is gone"
        : ExceptionUtils.getRootCause(cause).toString();
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
        consumer.cancel();
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
