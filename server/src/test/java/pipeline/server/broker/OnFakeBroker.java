package pipeline.server.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import pipeline.server.broker.FakeBroker.FakeChannel;
import pipeline.server.lifecycle.Closer;
import pipeline.server.publish.GroupCommitPublisher;
import pipeline.server.publish.Publisher;
import pipeline.wire.amqp.Topology;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.identity.Partitions;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** Publisher, supervisor, session and pool together, with a broker that misbehaves on demand. */
public abstract class OnFakeBroker {
  protected static final int MAX_WAITING = 100;
  protected static final int MAX_WAITING_BYTES = 1 << 20;

  /** A time that does not pass between two steps of a test, even on a busy machine. */
  protected static final Duration PATIENCE = Duration.ofSeconds(30);

  static {
    // nothing here takes longer than a step of threads
    Awaitility.setDefaultPollDelay(Duration.ofMillis(1));
    Awaitility.setDefaultPollInterval(Duration.ofMillis(5));
  }

  private final Closer closer = new Closer();

  /** What the publisher's clock is ahead of the machine's. */
  private final AtomicLong ahead = new AtomicLong();

  protected FakeBroker broker;
  protected BrokerSupervisor supervisor;
  protected GroupCommitPublisher<Map<String, Integer>> publisher;

  /** The publisher's clock; like what follows it is set before {@link #start}. */
  protected LongSupplier clock = this::nanoTime;

  protected Duration linger = Duration.ZERO;

  @AfterEach
  protected void stop() {
    closer.close();
  }

  /** A callback of requests that keeps what they were told, and the order of its calls. */
  protected record Answers(Queue<PublishResult> all, Queue<String> calls)
      implements Publisher.Callback {
    public Answers {}

    public Answers() {
      this(new ConcurrentLinkedQueue<>(), new ConcurrentLinkedQueue<>());
    }

    @Override
    public void ended(PublishResult result) {
      all.add(result);
      calls.add("ended");
    }

    @Override
    public void released() {
      calls.add("released");
    }

    /** Waits until all are told, and returns how many are confirmed. */
    public long confirmedOf(int number) {
      await().until(() -> all.size() >= number);
      return all.stream().filter(PublishResult::confirmed).count();
    }

    /** Waits until the first is told. */
    public PublishResult first() {
      confirmedOf(1);
      return all.peek();
    }
  }

  protected Answers publish(int number) {
    Answers answers = new Answers();
    for (int i = 0; i < number; i++) {
      publisher.publish(entry(i), answers);
    }
    return answers;
  }

  protected void assertNextIsConfirmed() {
    assertThat(publish(1).confirmedOf(1)).isEqualTo(1);
  }

  /** Lets the broker confirm no message until {@link #confirm}. */
  protected void hold() {
    broker.onPublish((channel, tag) -> {});
  }

  /** Publishes a line whose confirm does not come before {@link #confirm}. */
  protected Answers publishHeld() {
    hold();
    Answers held = publish(1);
    awaitPublished(1);
    return held;
  }

  protected void awaitPublished(int messages) {
    await().until(() -> published() == messages);
  }

  /** Confirms the first message on the first channel, and each that follows. */
  protected void confirm() {
    broker.onPublish(FakeChannel::ack);
    publishingChannels().get(0).ack(1);
  }

  /** The time by the publisher's clock. */
  protected long nanoTime() {
    return System.nanoTime() + ahead.get();
  }

  /** Lets the deadlines of all requests so far pass. */
  protected void passDeadline() {
    ahead.addAndGet(PATIENCE.toNanos());
  }

  /** Lets the broker confirm what comes, and waits for the session that follows the first. */
  protected void heal() {
    broker.onPublish(FakeChannel::ack);
    awaitSecondSession();
  }

  /** A request may be told its result before the first session is known to be at its end. */
  protected void awaitSecondSession() {
    await().until(() -> broker.connectionsMade() == 2 && supervisor.brokenPart().isEmpty());
  }

  protected static Entry<Map<String, Integer>> entry(int line) {
    return entry(line, "a");
  }

  protected static Entry<Map<String, Integer>> entry(int line, String word) {
    return Entry.single(new RequestKey(new RunId(0, 0), line), Map.of(word, 1));
  }

  protected void start(int channels, int batchEntries) {
    PublishConfig config =
        new PublishConfig(
            true,
            true,
            true,
            channels,
            batchEntries,
            1 << 20,
            linger,
            MAX_WAITING,
            MAX_WAITING_BYTES,
            PATIENCE);
    broker = new FakeBroker();
    supervisor =
        closer.add(
            new BrokerSupervisor(
                broker,
                "a fake broker",
                new Topology("q", Topology.QueueType.CLASSIC),
                config,
                why -> {}));
    publisher =
        closer.add(
            new GroupCommitPublisher<>(
                supervisor,
                new WordCountFormat(),
                Partitions.ONE,
                config,
                new SimpleMeterRegistry(),
                clock));
    supervisor.start();
    publisher.start();
    await().until(() -> publisher.brokenPart().isEmpty());
  }

  /** The first publisher thread. */
  protected static Thread publisherThread() {
    return thread("publisher-");
  }

  /** A thread whose name has this start. */
  protected static Thread thread(String start) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(start))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Waits until the only publisher thread has nothing to do. A request may be told its result
   * before the thread has reported it to others and given the channel back.
   */
  protected static void awaitAtRest() {
    await().until(() -> publisherThread().getState() == Thread.State.WAITING);
  }

  protected long published() {
    return publishingChannels().stream().mapToLong(FakeChannel::published).sum();
  }

  protected List<FakeChannel> publishingChannels() {
    return broker.current().channels().stream().filter(c -> c.published() > 0).toList();
  }
}
