package pipeline.consumer.amqp;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.Envelope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.Store;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.wire.amqp.Topology;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RunEnd;

/** One channel whose acks are recorded, with deliveries and commits at a test's command. */
abstract class OnRecordedChannel {
  static final int PREFETCH = 10;

  /** The most bytes that may be unacked. */
  static final long LIMIT = 1_000;

  private static final Topology TOPOLOGY = new Topology("q", Topology.QueueType.CLASSIC);
  private static final String JSON = "application/json";

  final AtomicLong now = new AtomicLong();
  final Health health = new Health(now::get);
  final UnackedBytes unacked = new UnackedBytes(LIMIT, health);
  final InboundFrames frames = new InboundFrames(new ScriptedSocket(), unacked.lease());
  final AckRecorder recorder = new AckRecorder();
  final CountedStore<Map<String, Integer>> counts = CountedStore.words();
  final AtomicReference<Throwable> crashed = new AtomicReference<>();
  final List<QueueConsumer> consumers = new ArrayList<>();
  QueueConsumer consumer;
  Committer committer;

  /** The size of each delivery, in bytes. */
  long size = 10;

  boolean autoAck;
  volatile boolean diskFull;

  private final ExecutorService threads = Executors.newSingleThreadExecutor();

  /** A store of words whose commit can fail. */
  class FailingStore extends CountedStore<Map<String, Integer>> {
    FailingStore() {
      super(new WordCountHandler());
    }

    @Override
    public Added<Map<String, Integer>> add(
        List<Entry<Map<String, Integer>>> entries, List<RunEnd> ends) {
      return counts.add(entries, ends);
    }

    @Override
    public void commit() throws IOException {
      if (diskFull) {
        throw new IOException("No space left on device");
      }
    }
  }

  @BeforeEach
  void consume() {
    consume(new FailingStore());
  }

  final void consume(Store<Map<String, Integer>> store) {
    ConsumerStats stats = new ConsumerStats();
    DeadLetters neverMoved =
        new DeadLetters(new ConnectionFactory(), TOPOLOGY, stats, health, crashed::set);
    consumer =
        new QueueConsumer(
            recorder.channel(),
            frames,
            new DeliveryContext(
                TOPOLOGY,
                TOPOLOGY.partitionQueues(),
                1,
                PREFETCH,
                autoAck,
                new MessageHandler<>(new WordCountHandler(), store, stats),
                neverMoved,
                stats,
                threads,
                unacked,
                health,
                crashed::set),
            PREFETCH);
    consumers.clear();
    consumers.add(consumer);
    committer =
        new Committer(
            store::commit, store::isCommitDue, () -> consumers, unacked, health, 1, crashed::set);
  }

  final Committer committerOfLongIntervals(BooleanSupplier isDue) {
    return new Committer(
        new FailingStore()::commit, isDue, () -> consumers, unacked, health, 60_000, crashed::set);
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  final void deliver(long tag, byte[] body) {
    deliver(tag, body, body.length);
  }

  /** Delivers a message that was published with {@code published} bytes. */
  final void deliver(long tag, byte[] body, long published) {
    BasicProperties properties = new BasicProperties.Builder().contentType(JSON).build();
    frames.arrivals(AckRecorder.NUMBER).add(new InboundFrames.Arrival(size, published));
    frames.unacked().received(size);
    consumer.handleDelivery("c", new Envelope(tag, false, "q", "q"), properties, body);
  }

  final void deliverLine(long tag, int seq) {
    deliver(tag, Entries.message(List.of(Entries.line(seq, "a"))));
  }

  final void deliverPoison(long tag) {
    deliver(tag, "poison".getBytes(StandardCharsets.US_ASCII));
  }
}
