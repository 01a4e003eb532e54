package pipeline.consumer.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.Envelope;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.wire.amqp.Topology;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RunEnd;

/** An {@code Error}, such as that of a thread that cannot be started, in each lasting thread. */
@Timeout(30)
class ThreadDeathTest {
  private static final Topology TOPOLOGY = new Topology("q", Topology.QueueType.CLASSIC);

  private final AtomicInteger attempts = new AtomicInteger();
  private final AtomicReference<Throwable> crashed = new AtomicReference<>();
  private final ConsumerStats stats = new ConsumerStats();
  private final Health health = new Health(System::nanoTime);
  private final UnackedBytes unacked = new UnackedBytes(1_000, health);
  private final ExecutorService threads = ConsumerThreads.start(2);
  private final DeadLetters deadLetters =
      new DeadLetters(new NoThreads(), TOPOLOGY, stats, health, crashed::set);

  private final class NoThreads extends ConnectionFactory {
    @Override
    public Connection newConnection(String name) {
      attempts.incrementAndGet();
      throw new OutOfMemoryError("unable to create native thread");
    }

    @Override
    public Connection newConnection(ExecutorService executor, String name) {
      return newConnection(name);
    }
  }

  /** A store whose commits always fail. */
  private static final class BrokenStore extends CountedStore<Map<String, Integer>> {
    BrokenStore() {
      super(new WordCountHandler());
    }

    @Override
    public Added<Map<String, Integer>> add(
        List<Entry<Map<String, Integer>>> entries, List<RunEnd> ends) {
      throw new StackOverflowError("on purpose");
    }

    @Override
    public void commit() {
      throw new StackOverflowError("on purpose");
    }
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
    deadLetters.close();
  }

  private DeliveryContext context() {
    return new DeliveryContext(
        TOPOLOGY,
        TOPOLOGY.partitionQueues(),
        1,
        10,
        false,
        new MessageHandler<>(new WordCountHandler(), new BrokenStore(), stats),
        deadLetters,
        stats,
        threads,
        unacked,
        health,
        crashed::set);
  }

  @Test
  void theSubscriptionTriesAgain() {
    try (Subscription subscription =
        new Subscription(frames -> new NoThreads(), why -> {}, context())) {
      subscription.start();
      await().until(() -> attempts.get() >= 3);
    }
    assertThat(crashed.get()).isNull();
  }

  @Test
  void deadLettersAreTriedAgain() {
    deadLetters.start();
    deadLetters.move(
        new Delivery(new Envelope(1, false, "", ""), new BasicProperties(), new byte[0]),
        "reason",
        () -> {});
    await().until(() -> attempts.get() >= 3);
    assertThat(deadLetters.isEmpty()).isFalse();
    assertThat(crashed.get()).isNull();
  }

  @Test
  void theCommitterEndsTheProcess() {
    UnackedBytes.Lease lease = unacked.lease();
    lease.received(1);
    lease.close();
    try (Committer committer =
        new Committer(
            new BrokenStore()::commit, () -> false, List::of, unacked, health, 1, crashed::set)) {
      committer.start();
      await().until(() -> crashed.get() instanceof StackOverflowError);
    }
  }

  @Test
  void anAckThatFailsEndsTheProcess() {
    InboundFrames frames = new InboundFrames(new ScriptedSocket(), unacked.lease());
    QueueConsumer consumer = new QueueConsumer(new AckRecorder().channel(), frames, context(), 10);
    consumer.ackLater(1); // nothing was delivered
    await().until(() -> crashed.get() != null);
  }
}
