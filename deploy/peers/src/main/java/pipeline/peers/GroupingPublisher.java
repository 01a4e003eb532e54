package pipeline.peers;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import pipeline.wire.amqp.Topology;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/**
 * Our server's group commit in its smallest form: lines that come while a confirm is awaited go out
 * together as the next message, in the format that our consumer reads. It never reconnects.
 * Thread-safe.
 */
final class GroupingPublisher implements AutoCloseable {
  static final int DEADLINE_SECONDS = 5;
  private static final int MAX_WAITING = 10_000;
  private static final int CLOSE_MILLIS = 1_000;

  private final EntryEncoder<Map<String, Integer>> encoder =
      new EntryEncoder<>(new WordCountFormat());
  private final RunId run = RunId.random(new SecureRandom());
  private final AtomicInteger seq = new AtomicInteger();
  private final BlockingQueue<WaitingLine> waiting = new LinkedBlockingQueue<>(MAX_WAITING);
  private final List<Connection> connections = new ArrayList<>();
  private final List<Thread> loops = new ArrayList<>();

  private GroupingPublisher() {}

  /**
   * Declares the topology and starts {@code connections} loops, each with a connection of its own.
   */
  static GroupingPublisher open(ConnectionFactory factory, Topology topology, int connections)
      throws IOException, TimeoutException {
    GroupingPublisher publisher = new GroupingPublisher();
    try {
      for (int i = 1; i <= connections; i++) {
        publisher.startLoop(factory, topology, "grouped-" + i);
      }
    } catch (IOException | TimeoutException e) {
      publisher.close();
      throw e;
    }
    return publisher;
  }

  private void startLoop(ConnectionFactory factory, Topology topology, String name)
      throws IOException, TimeoutException {
    Connection connection = factory.newConnection(name);
    connections.add(connection);
    topology.declare(connection);
    Thread loop = new Thread(new GroupingLoop(connection, topology, waiting), name);
    loop.start();
    loops.add(loop);
  }

  /** Whether the broker has confirmed the line; known within the deadline, on a loop's thread. */
  CompletableFuture<Boolean> publish(Map<String, Integer> words) {
    byte[] entry = encoder.encode(Entry.single(new RequestKey(run, seq.getAndIncrement()), words));
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    WaitingLine line = new WaitingLine(entry, deadline);
    if (!waiting.offer(line)) {
      line.end(false);
    }
    return line.confirmed();
  }

  /** To be called when nobody publishes any more. */
  @Override
  public void close() {
    loops.forEach(Thread::interrupt);
    connections.forEach(connection -> connection.abort(CLOSE_MILLIS));
    waiting.forEach(line -> line.end(false));
  }
}
