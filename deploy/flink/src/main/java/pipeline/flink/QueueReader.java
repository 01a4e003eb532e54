package pipeline.flink;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.Delivery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;
import pipeline.consumer.amqp.ConsumerThreads;
import pipeline.consumer.amqp.InboundFrames;

/**
 * Reads queues, each on a connection of its own, and acks a message when a checkpoint has completed
 * that began after it. A connection that ends fails the task, which Flink starts again. Deliveries
 * wait in a buffer, which is bounded by bytes: while it is full, no connection is read. The thread
 * of the task calls this; those of the connections deliver.
 */
final class QueueReader implements SourceReader<Part, QueueSource.Split> {
  private static final int MAX_BYTES = 16 << 20;

  /** The longest body, as the broker has it by default: a longer one would end each connection. */
  private static final int MAX_BODY = 128 << 20;

  private static final int CLOSE_MILLIS = 2_000;

  private final JobSettings settings;
  private final Decoder decoder;
  private final List<Connection> connections = new ArrayList<>();
  private final Semaphore room = new Semaphore(MAX_BYTES);

  /** The last delivery of each channel that was taken since the last checkpoint began. */
  private Map<Channel, Long> taken = new HashMap<>();

  /** What was taken before each checkpoint that is not complete, and after the one before it. */
  private final NavigableMap<Long, Map<Channel, Long>> marks = new TreeMap<>();

  private final Queue<Arrival> buffer = new ConcurrentLinkedQueue<>();

  /** Complete while there is something in the buffer, or a failure. Guarded by this. */
  private CompletableFuture<Void> available = new CompletableFuture<>();

  private volatile IOException failure;
  private volatile boolean closed;

  private record Arrival(Channel channel, Delivery delivery) {
    int bytes() {
      return Math.min(delivery.getBody().length, MAX_BYTES);
    }
  }

  QueueReader(JobSettings settings) {
    this.settings = settings;
    this.decoder = new Decoder(settings);
  }

  @Override
  public void start() {}

  /** Starts to read; a reader gets all of its queues at once. */
  @Override
  public void addSplits(List<QueueSource.Split> splits) {
    try {
      for (QueueSource.Split split : splits) {
        read(split.splitId());
      }
    } catch (IOException | TimeoutException e) {
      fail(e);
    }
  }

  private void read(String queue) throws IOException, TimeoutException {
    // what cannot be read ends no connection, but goes to the dead queue
    ConnectionFactory factory =
        settings.broker().connectionFactory(InboundFrames::withReadableProperties);
    factory.setMaxInboundMessageBodySize(MAX_BODY);
    // the thread that reads the connection delivers, so that it waits for room
    Connection connection = factory.newConnection(ConsumerThreads.start(1), "flink");
    connections.add(connection);
    if (connections.size() == 1) {
      settings.topology().declare(connection);
    }
    Channel channel = connection.createChannel();
    channel.basicQos(settings.prefetch());
    channel.basicConsume(
        queue,
        false,
        (consumer, delivery) -> add(new Arrival(channel, delivery)),
        consumer -> fail(new IOException("the broker has cancelled the consumer of " + queue)),
        (consumer, reason) -> fail(reason));
  }

  @Override
  public void notifyNoMoreSplits() {}

  private void add(Arrival arrival) {
    room.acquireUninterruptibly(arrival.bytes());
    synchronized (this) {
      if (!closed) {
        buffer.add(arrival);
        available.complete(null);
      }
    }
  }

  private synchronized void fail(Exception e) {
    failure = new IOException("cannot read " + settings.topology().queue(), e);
    available.complete(null);
  }

  @Override
  public InputStatus pollNext(ReaderOutput<Part> output) throws Exception {
    if (failure != null) {
      throw failure;
    }
    Arrival next = buffer.poll();
    if (next == null) {
      return InputStatus.NOTHING_AVAILABLE;
    }
    room.release(next.bytes());
    decoder.divide(next.delivery(), output::collect);
    taken.put(next.channel(), next.delivery().getEnvelope().getDeliveryTag());
    return InputStatus.MORE_AVAILABLE;
  }

  @Override
  public synchronized CompletableFuture<Void> isAvailable() {
    if (available.isDone() && buffer.isEmpty() && failure == null) {
      available = new CompletableFuture<>();
    }
    return available;
  }

  /** Notes what the checkpoint covers; there is nothing to keep in it. */
  @Override
  public List<QueueSource.Split> snapshotState(long checkpoint) {
    marks.put(checkpoint, taken);
    taken = new HashMap<>();
    return List.of();
  }

  @Override
  public void notifyCheckpointComplete(long checkpoint) throws IOException {
    NavigableMap<Long, Map<Channel, Long>> covered = marks.headMap(checkpoint, true);
    for (Map<Channel, Long> tags : covered.values()) {
      for (Map.Entry<Channel, Long> last : tags.entrySet()) {
        last.getKey().basicAck(last.getValue(), true);
      }
    }
    covered.clear();
  }

  @Override
  public void close() {
    closed = true;
    // no thread of a connection waits on, so that it can end
    room.release(Integer.MAX_VALUE / 2);
    connections.forEach(connection -> connection.abort(CLOSE_MILLIS));
    decoder.close();
  }
}
