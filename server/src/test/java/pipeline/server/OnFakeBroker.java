package pipeline.server;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.WordCounts;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/**
 * Publisher, lanes, link, session and pool together, before a broker that misbehaves on cue. J and
 * P numbers of its tests are those of reliability.md section 2, cases those of section 3.
 */
abstract class OnFakeBroker {
  static final Duration DEADLINE = Duration.ofMillis(600);

  private final Closers closers = new Closers();
  FakeBroker broker;
  BrokerLink link;
  LanePublisher<Map<String, Integer>> publisher;

  /** The publisher's. */
  LongSupplier clock = System::nanoTime;

  @AfterEach
  void stop() {
    closers.close();
  }

  /** What the requests were told. */
  record Answers(ConcurrentLinkedQueue<Verdict> all) {
    void await(int number) {
      org.awaitility.Awaitility.await().until(() -> all.size() >= number);
    }

    long confirmed() {
      return all.stream().filter(Verdict::confirmed).count();
    }

    boolean confirmedSoon() {
      await(1);
      return confirmed() == 1;
    }
  }

  Answers publish(int number) {
    Answers answers = new Answers(new ConcurrentLinkedQueue<>());
    for (int i = 0; i < number; i++) {
      publisher.publish(entry(0, i), answers.all()::add);
    }
    return answers;
  }

  static Entry<Map<String, Integer>> entry(long run, int line) {
    return new Entry<>(new RequestKey(new RunId(0, run), line), Map.of("a", 1));
  }

  void start(int channels, int batchEntries) {
    start(config(channels, batchEntries, PublishConfig.Confirm.ON));
  }

  void start(PublishConfig config) {
    broker = new FakeBroker(config);
    Deadlines deadlines = closers.add(new Deadlines("test-deadlines"));
    link = closers.add(new BrokerLink(broker, System::nanoTime));
    publisher =
        closers.add(new LanePublisher<>(link, new JsonMessages<>(new WordCounts()), config, clock));
    link.start();
    publisher.start(deadlines.executor());
    await().until(() -> publisher.brokenPart().isEmpty());
  }

  static PublishConfig config(int channels, int batchEntries, PublishConfig.Confirm confirm) {
    return new PublishConfig(
        confirm,
        PublishConfig.Delivery.PERSISTENT,
        PublishConfig.Codec.JSON,
        PublishConfig.Switch.ON,
        channels,
        batchEntries,
        1 << 18,
        100,
        DEADLINE);
  }

  long published() {
    return publishingChannels().stream().mapToLong(FakeBroker.FakeChannel::published).sum();
  }

  List<FakeBroker.FakeChannel> publishingChannels() {
    return broker.current().channels().stream().filter(c -> c.published() > 0).toList();
  }

  static void ackQuietly(FakeBroker.FakeChannel channel, long tag) {
    try {
      channel.ack(tag);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
