package pipeline.server.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import pipeline.server.lifecycle.Closer;
import pipeline.server.lifecycle.Deadlines;
import pipeline.server.publish.GroupCommitPublisher;
import pipeline.server.publish.PublishConfig;
import pipeline.server.publish.PublisherMetrics;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** Publisher, supervisor, session and pool together, with a broker that misbehaves on demand. */
public abstract class OnFakeBroker {
  protected static final int MESSAGE_BYTES = 1 << 20;
  public static final Duration DEADLINE = Duration.ofMillis(600);

  static {
    // nothing here takes longer than a step of threads
    Awaitility.setDefaultPollDelay(Duration.ofMillis(1));
    Awaitility.setDefaultPollInterval(Duration.ofMillis(5));
  }

  private final Closer closer = new Closer();
  public FakeBroker broker;
  public BrokerSupervisor supervisor;
  public GroupCommitPublisher<Map<String, Integer>> publisher;

  /** The publisher's clock. */
  public LongSupplier clock = System::nanoTime;

  @AfterEach
  protected void stop() {
    closer.close();
  }

  /** The results that the requests were told. */
  public record Answers(ConcurrentLinkedQueue<PublishResult> all) {
    /** Waits until all are told, and returns how many are confirmed. */
    public long confirmedOf(int number) {
      Awaitility.await().until(() -> all.size() >= number);
      return all.stream().filter(PublishResult::confirmed).count();
    }

    /** Waits until the first is told, and returns its reason. */
    public String reason() {
      confirmedOf(1);
      return all.peek().reason();
    }
  }

  protected Answers publish(int number) {
    Answers answers = new Answers(new ConcurrentLinkedQueue<>());
    for (int i = 0; i < number; i++) {
      publisher.publish(entry(0, i), answers.all()::add);
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
    broker.onPublish(FakeBroker.FakeChannel::ack);
    publishingChannels().get(0).ack(1);
  }

  protected static Entry<Map<String, Integer>> entry(long run, int line) {
    return Entry.single(new RequestKey(new RunId(0, run), line), Map.of("a", 1));
  }

  protected void start(int channels, int batchEntries) {
    start(config(channels, batchEntries, true));
  }

  protected void start(PublishConfig config) {
    broker = new FakeBroker(config.channels());
    Deadlines deadlines = closer.add(new Deadlines("test-deadlines"));
    supervisor = closer.add(new BrokerSupervisor(broker, System::nanoTime));
    publisher =
        closer.add(
            new GroupCommitPublisher<>(
                supervisor,
                new WordCountFormat(),
                config,
                new PublisherMetrics(new SimpleMeterRegistry()),
                clock));
    supervisor.start();
    publisher.start(deadlines.executor());
    await().until(() -> publisher.brokenPart().isEmpty());
  }

  protected static PublishConfig config(int channels, int batchEntries, boolean confirm) {
    return config(channels, batchEntries, confirm, Duration.ZERO);
  }

  protected static PublishConfig config(
      int channels, int batchEntries, boolean confirm, Duration linger) {
    return config(channels, batchEntries, confirm, linger, DEADLINE);
  }

  protected static PublishConfig config(
      int channels, int batchEntries, boolean confirm, Duration linger, Duration deadline) {
    return new PublishConfig(
        new ChannelConfig(confirm, true, true, channels),
        batchEntries,
        MESSAGE_BYTES,
        linger,
        100,
        1 << 20,
        deadline);
  }

  /** The first publisher thread. */
  protected static Thread publisherThread() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("publisher-"))
        .findFirst()
        .orElseThrow();
  }

  protected long published() {
    return publishingChannels().stream().mapToLong(FakeBroker.FakeChannel::published).sum();
  }

  protected List<FakeBroker.FakeChannel> publishingChannels() {
    return broker.current().channels().stream().filter(c -> c.published() > 0).toList();
  }
}
