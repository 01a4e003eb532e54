package pipeline.consumer.amqp;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.Envelope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.apache.commons.lang3.function.FailableRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.Store;
import pipeline.consumer.store.file.FileStore;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.wire.amqp.Topology;

/** One channel whose acks are recorded, with deliveries and commits at a test's command. */
abstract class OnRecordedChannel {
  static final int PREFETCH = 10;

  /** The most bytes that may be unacked. */
  static final long LIMIT = 1_000;

  private static final int CHANNEL = 1;
  private static final Topology TOPOLOGY = new Topology("q", Topology.QueueType.CLASSIC);
  private static final String JSON = "application/json";

  final AtomicLong now = new AtomicLong();
  final Health health = new Health(now::get);
  final UnackedBytes unacked = new UnackedBytes(LIMIT, health);
  final InboundFrames frames = new InboundFrames(new ScriptedSocket().handler(), unacked.lease());
  final AtomicReference<Throwable> crashed = new AtomicReference<>();
  final List<QueueConsumer> consumers = new ArrayList<>();

  /** Each ack, {@code 7} for one message and {@code <=7} for many. */
  final List<String> acks = new CopyOnWriteArrayList<>();

  FileStore<Map<String, Integer>> counts;
  DeadLetters deadLetters;
  DeliveryContext context;
  QueueConsumer consumer;
  Committer committer;

  /** The size of each delivery, in bytes. */
  long size = 10;

  boolean autoAck;
  volatile boolean diskFull;

  /** What the store does before it takes a delivery. */
  volatile FailableRunnable<InterruptedException> awaitRoom = () -> {};

  volatile Runnable beforeAdd = () -> {};

  private final ExecutorService threads = Executors.newSingleThreadExecutor();

  @BeforeEach
  void consume() {
    consume(new ConnectionFactory());
  }

  /** The counts as a store whose additions and commits can fail, and that can be full. */
  @SuppressWarnings("unchecked") // the proxy is of the raw type
  private Store<Map<String, Integer>> failing() {
    return ScriptedSocket.proxy(
        Store.class,
        (proxy, method, args) -> {
          switch (method.getName()) {
            case "awaitRoom" -> awaitRoom.run();
            case "add" -> beforeAdd.run();
            case "commit" -> {
              if (diskFull) {
                throw new IOException("No space left on device");
              }
            }
            default -> {}
          }
          return method.invoke(counts, args);
        });
  }

  /**
   * Consumes into an empty store, with dead letters that are moved by the factory's connections.
   */
  final void consume(ConnectionFactory factory) {
    counts = CountedStore.words();
    Store<Map<String, Integer>> store = failing();
    ConsumerStats stats = new ConsumerStats();
    deadLetters = new DeadLetters(factory, TOPOLOGY, stats, health, crashed::set);
    context =
        new DeliveryContext(
            TOPOLOGY,
            TOPOLOGY.partitionQueues(),
            1,
            PREFETCH,
            autoAck,
            new MessageHandler<>(new WordCountHandler(), store, stats),
            deadLetters,
            stats,
            threads,
            unacked,
            health,
            crashed::set);
    Channel channel =
        ScriptedSocket.proxy(
            Channel.class,
            (proxy, method, args) -> {
              if (method.getName().equals("basicAck")) {
                acks.add(((boolean) args[1] ? "<=" : "") + args[0]);
              }
              return method.getName().equals("getChannelNumber") ? CHANNEL : null;
            });
    consumer = new QueueConsumer(channel, frames, context, PREFETCH);
    consumers.clear();
    consumers.add(consumer);
    committer = committer(store::commit, store::isCommitDue, 1);
  }

  final Committer committer(
      FailableRunnable<IOException> commit, BooleanSupplier isDue, long intervalMillis) {
    return new Committer(context, commit, isDue, () -> consumers, intervalMillis);
  }

  @AfterEach
  void stop() {
    committer.close();
    threads.shutdownNow();
  }

  final void deliver(long tag, byte[] body) {
    deliver(tag, body, body.length);
  }

  /** Delivers a message that was published with {@code published} bytes. */
  final void deliver(long tag, byte[] body, long published) {
    BasicProperties properties = new BasicProperties.Builder().contentType(JSON).build();
    frames.arrivals(CHANNEL).add(new InboundFrames.Arrival(size, published));
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
