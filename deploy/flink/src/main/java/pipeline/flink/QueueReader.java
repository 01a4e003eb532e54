package pipeline.flink;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.wire.amqp.Backoff;
import pipeline.wire.amqp.OtherPartitionsException;

/**
 * Reads queues on one channel, and acks a message when a checkpoint has completed that began after
 * it. A connection that ends is followed by the next, for as long as it takes. Deliveries wait in a
 * buffer, which is bounded by bytes: while it is full, the connection is not read. The thread of
 * the task calls it; the thread {@code broker} connects, and that of the connection delivers.
 */
final class QueueReader implements SourceReader<Message, QueueSource.Split> {
  private static final Logger LOG = LoggerFactory.getLogger(QueueReader.class);
  private static final long MAX_BYTES = 16 << 20;
  private static final int CLOSE_MILLIS = 2_000;

  private final JobSettings settings;

  /** What each checkpoint covers that has begun; for the task's thread alone. */
  private final NavigableMap<Long, Mark> marks = new TreeMap<>();

  /** Guarded by this. */
  private final Queue<Arrival> buffer = new ArrayDeque<>();

  private long bytes;
  private CompletableFuture<Void> available = new CompletableFuture<>();
  private IOException failure;
  private boolean closed;

  /** Reads the broker; null before there is anything to read. */
  private Thread thread;

  private record Arrival(Session session, long tag, Message message) {}

  private record Mark(Session session, long tag) {}

  QueueReader(JobSettings settings) {
    this.settings = settings;
  }

  @Override
  public void start() {}

  /** Starts to read; a reader gets all of its queues at once. */
  @Override
  public void addSplits(List<QueueSource.Split> splits) {
    thread =
        new Thread(() -> run(splits.stream().map(QueueSource.Split::splitId).toList()), "broker");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void notifyNoMoreSplits() {}

  @Override
  public InputStatus pollNext(ReaderOutput<Message> output) throws IOException {
    Arrival next;
    synchronized (this) {
      if (failure != null) {
        throw failure;
      }
      next = buffer.poll();
      if (next == null) {
        return InputStatus.NOTHING_AVAILABLE;
      }
      bytes -= next.message().body.length;
      notifyAll();
    }
    next.session().emitted = next.tag();
    output.collect(next.message());
    return InputStatus.MORE_AVAILABLE;
  }

  @Override
  public synchronized CompletableFuture<Void> isAvailable() {
    if (!buffer.isEmpty() || failure != null) {
      return CompletableFuture.completedFuture(null);
    }
    if (available.isDone()) {
      available = new CompletableFuture<>();
    }
    return available;
  }

  /** Notes what the checkpoint covers; there is nothing to keep in it. */
  @Override
  public List<QueueSource.Split> snapshotState(long checkpoint) {
    Session session = current;
    if (session != null) {
      marks.put(checkpoint, new Mark(session, session.emitted));
    }
    return List.of();
  }

  @Override
  public void notifyCheckpointComplete(long checkpoint) {
    NavigableMap<Long, Mark> covered = marks.headMap(checkpoint, true);
    if (!covered.isEmpty()) {
      Mark last = covered.lastEntry().getValue();
      covered.clear();
      last.session().ack(last.tag());
    }
  }

  /** The connection that is read now; null before the first. */
  private volatile Session current;

  /** A connection's channel. What it has delivered without an ack is void when it ends. */
  private final class Session extends DefaultConsumer {
    private final CountDownLatch ended = new CountDownLatch(1);

    /** The last delivery that the task has taken, and the last that is acked; for its thread. */
    private long emitted;

    private long acked;

    Session(Channel channel) {
      super(channel);
    }

    @Override
    public void handleDelivery(
        String consumer, Envelope envelope, BasicProperties properties, byte[] body) {
      Arrival arrival =
          new Arrival(
              this, envelope.getDeliveryTag(), new Message(properties.getContentType(), body));
      if (!offer(arrival)) {
        ended.countDown();
      }
    }

    @Override
    public void handleCancel(String consumer) {
      ended.countDown();
    }

    @Override
    public void handleShutdownSignal(String consumer, ShutdownSignalException reason) {
      ended.countDown();
    }

    void ack(long tag) {
      try {
        if (tag > acked) {
          getChannel().basicAck(tag, true);
          acked = tag;
        }
      } catch (IOException | AlreadyClosedException e) {
        // the broker delivers again what it has no ack for
      }
    }
  }

  /** Takes a delivery when there is room; false once the reader is closed. */
  private synchronized boolean offer(Arrival arrival) {
    try {
      while (!closed && bytes > 0 && bytes + arrival.message().body.length > MAX_BYTES) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    if (closed) {
      return false;
    }
    buffer.add(arrival);
    bytes += arrival.message().body.length;
    available.complete(null);
    return true;
  }

  private void run(List<String> queues) {
    ConnectionFactory factory = settings.broker().connectionFactory();
    Backoff backoff = new Backoff();
    try {
      while (!isClosed()) {
        try (Connection connection = factory.newConnection("flink")) {
          settings.topology().declare(connection);
          Channel channel = connection.createChannel();
          channel.basicQos(settings.prefetch());
          Session session = new Session(channel);
          current = session;
          for (String queue : queues) {
            channel.basicConsume(queue, false, session);
          }
          LOG.info("reading {}", queues);
          backoff.reset();
          session.ended.await();
        } catch (OtherPartitionsException e) {
          fail(e);
          return;
        } catch (InterruptedException e) {
          throw e;
        } catch (Exception e) {
          LOG.warn("cannot read, retrying: {}", e.toString());
        }
        Thread.sleep(backoff.nextMillis());
      }
    } catch (InterruptedException e) {
      LOG.debug("closed", e);
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private synchronized void fail(IOException e) {
    failure = e;
    available.complete(null);
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    if (thread != null) {
      thread.interrupt();
    }
    Session session = current;
    if (session != null) {
      session.getChannel().getConnection().abort(CLOSE_MILLIS);
    }
  }
}
