package pipeline.server.broker;

import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import pipeline.server.lifecycle.Closer;
import pipeline.server.lifecycle.Deadlines;
import pipeline.server.publish.GroupCommitPublisher;
import pipeline.server.publish.MessageFormat;
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
    public void await(int number) {
      org.awaitility.Awaitility.await().until(() -> all.size() >= number);
    }

    public long confirmed() {
      return all.stream().filter(PublishResult::confirmed).count();
    }

    public boolean confirmedSoon() {
      await(1);
      return confirmed() == 1;
    }
  }

  protected Answers publish(int number) {
    Answers answers = new Answers(new ConcurrentLinkedQueue<>());
    publish(answers, number);
    return answers;
  }

  protected void publish(Answers answers, int number) {
    for (int i = 0; i < number; i++) {
      publisher.publish(entry(0, i), answers.all()::add);
    }
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
                MessageFormat.json(new WordCountFormat()),
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

  protected static void ackQuietly(FakeBroker.FakeChannel channel, long tag) {
    try {
      channel.ack(tag);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
