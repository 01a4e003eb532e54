package pipeline.consumer.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.Envelope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.Lines;
import pipeline.consumer.store.Store;
import pipeline.consumer.store.memory.CountsFixture;
import pipeline.consumer.store.memory.InMemoryCounts;
import pipeline.wire.amqp.Topology;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.WordCounts;

/** Deliveries and commits, and what is acked when. */
class QueueConsumerTest {
  private static final Topology TOPOLOGY = new Topology("q", Topology.QueueType.CLASSIC);

  private static final int PREFETCH = 10;
  private static final String JSON = "application/json";

  private static final long LIMIT = 1_000;

  private final UnackedBytes unacked = new UnackedBytes(LIMIT);
  private final InboundFrames frames = new InboundFrames(new ScriptedSocket(), unacked.lease());
  private long size = 10;
  private final AckRecorder recorder = new AckRecorder();
  private final InMemoryCounts<Map<String, Integer>> counts = CountsFixture.words();
  private final AtomicReference<Throwable> crashed = new AtomicReference<>();
  private final ExecutorService threads = Executors.newSingleThreadExecutor();
  private final List<QueueConsumer> consumers = new ArrayList<>();
  private volatile boolean diskFull;
  private boolean autoAck;
  private QueueConsumer consumer;
  private Committer committer;

  /** A memory store whose commit can fail. */
  private final class FailingStore implements Store<Map<String, Integer>> {
    @Override
    public Added<Map<String, Integer>> add(
        List<Entry<Map<String, Integer>>> entries, Consumer<Added<Map<String, Integer>>> later) {
      return counts.add(entries);
    }

    @Override
    public void commit() throws IOException {
      if (diskFull) {
        throw new IOException("No space left on device");
      }
    }

    @Override
    public void close() {}
  }

  @BeforeEach
  void consume() {
    consume(new FailingStore());
  }

  private void consume(Store<Map<String, Integer>> store) {
    ConsumerStats stats = new ConsumerStats();
    DeadLetters neverMoved =
        new DeadLetters(new ConnectionFactory(), TOPOLOGY, stats, crashed::set);
    consumer =
        new QueueConsumer(
            recorder.channel(),
            frames,
            new DeliveryContext(
                TOPOLOGY,
                1,
                PREFETCH,
                autoAck,
                new MessageHandler<>(new WordCounts(), Optional.empty(), store, stats),
                neverMoved,
                stats,
                threads,
                unacked,
                crashed::set),
            PREFETCH);
    consumers.clear();
    consumers.add(consumer);
    committer = new Committer(store::commit, () -> consumers, unacked, 1, crashed::set);
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private void deliver(long tag, byte[] body) {
    BasicProperties properties = new BasicProperties.Builder().contentType(JSON).build();
    frames.sizes(AckRecorder.NUMBER).add(size);
    frames.unacked().received(size);
    consumer.handleDelivery("c", new Envelope(tag, false, "q", "q"), properties, body);
  }

  private void deliverLine(long tag, int seq) {
    deliver(tag, Lines.message(List.of(Lines.line(seq, "a"))));
  }

  private void deliverPoison(long tag) {
    deliver(tag, "poison".getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void acksOnlyAfterTheCommitAndThenAllAtOnce() throws Exception {
    deliverLine(1, 0);
    deliverLine(2, 1);
    assertThat(recorder.acks).isEmpty();
    assertThat(consumer.isSettled()).isFalse();

    committer.finish();

    assertThat(recorder.acks).containsExactly("<=2");
    assertThat(consumer.isSettled()).isTrue();
  }

  @Test
  void withoutAcksTheBrokerGetsNoneAndTheRoomIsFreeAfterTheCommit() throws Exception {
    autoAck = true;
    consume(new FailingStore());
    size = LIMIT;
    deliverLine(1, 0);
    assertThat(consumer.isSettled()).isFalse();

    committer.finish();

    assertThat(recorder.acks).isEmpty();
    assertThat(consumer.isSettled()).isTrue();
    unacked.awaitRoom();
  }

  @Test
  void aDuplicateWaitsForTheCommitOfItsFirstCopy() throws Exception {
    deliverLine(1, 0);
    deliverLine(2, 0);
    diskFull = true;
    assertThatThrownBy(committer::finish).isInstanceOf(IOException.class);
    assertThat(recorder.acks).isEmpty();

    diskFull = false;
    committer.finish();
    assertThat(recorder.acks).containsExactly("<=2");
    assertThat(CountsFixture.asMap(counts)).isEqualTo(Map.of("a", 1L));
  }

  @Test
  void aPoisonMessageIsLeftOutOfTheAcksAroundIt() throws Exception {
    deliverLine(1, 0);
    deliverPoison(2);
    deliverLine(3, 1);
    committer.finish();
    deliverLine(4, 2);
    committer.finish();

    assertThat(recorder.acks).containsExactly("1", "3", "4");
    assertThat(CountsFixture.asMap(counts)).isEqualTo(Map.of("a", 3L));
    assertThat(consumer.isSettled()).isFalse();
  }

  @Test
  void aMessageWithARefusedPartIsAckedAfterTheCommitAndTheDeadQueue() throws Exception {
    byte[] body =
        Lines.message(
            List.of(Lines.line(0, "a"), Entry.single(Lines.line(1, "").key(), Map.of("b b", 1))));
    deliver(1, body);
    deliverLine(2, 2);
    committer.finish();

    assertThat(CountsFixture.asMap(counts)).isEqualTo(Map.of("a", 2L));
    assertThat(recorder.acks).containsExactly("2");
    assertThat(consumer.isSettled()).isFalse();
  }

  @Test
  void whatACommitRefusesIsLeftOutOfItsAcksAndHeldUntilTheDeadQueueHasIt() throws Exception {
    consume(new RefusingStore());
    deliverLine(1, 0);
    deliver(2, Lines.message(List.of(Lines.line(1, "refuse"))));
    deliverLine(3, 2);
    committer.finish();
    deliverLine(4, 3);
    committer.finish();

    assertThat(recorder.acks).containsExactly("1", "3", "4");
    assertThat(consumer.isSettled()).isFalse();
    assertThat(unacked.budget().used()).isEqualTo(size);
    assertThat(crashed.get()).isNull();
  }

  @Test
  void whatACommitRefusesOfAnEndedConnectionIsHeldUntilTheDeadQueueHasIt() {
    consume(new RefusingStore());
    deliverLine(1, 0);
    deliver(2, Lines.message(List.of(Lines.line(1, "refuse"))));
    frames.close();
    consumers.clear();
    committer.start();

    await().until(() -> unacked.budget().used() == size);
    await().during(Duration.ofMillis(200)).until(() -> unacked.budget().used() == size);
    committer.close();
  }

  @Test
  void anErrorWithinAMergeEndsTheProcessAndAcksNothing() throws Exception {
    consume(
        new Store<>() {
          @Override
          public Added<Map<String, Integer>> add(
              List<Entry<Map<String, Integer>>> entries,
              Consumer<Added<Map<String, Integer>>> later) {
            throw new OutOfMemoryError("on purpose");
          }

          @Override
          public void commit() {}

          @Override
          public void close() {}
        });
    deliverLine(1, 0);

    assertThat(crashed.get()).isInstanceOf(OutOfMemoryError.class);
    assertThat(consumer.added()).isZero();
  }

  @Test
  void aFailingDiskHoldsBackAcksUntilItHeals() {
    diskFull = true;
    committer.start();
    deliverLine(1, 0);
    await().during(Duration.ofMillis(300)).until(() -> recorder.acks.isEmpty());
    diskFull = false;
    await().until(() -> recorder.acks.equals(List.of("<=1")));
    committer.close();
    assertThat(crashed.get()).isNull();
  }

  @Test
  void acksDoNotWaitForTheIntervalWhenHalfOfThePrefetchIsUsed() {
    committer =
        new Committer(new FailingStore()::commit, () -> consumers, unacked, 60_000, crashed::set);
    for (int seq = 0; seq < PREFETCH / 2; seq++) {
      deliverLine(seq + 1, seq);
    }
    committer.start();

    await().until(() -> recorder.acks.equals(List.of("<=5")));
    committer.close();
  }

  @Test
  void acksDoNotWaitForTheIntervalWhenHalfOfTheBytesAreUsed() {
    committer =
        new Committer(new FailingStore()::commit, () -> consumers, unacked, 60_000, crashed::set);
    size = LIMIT / 2;
    deliverLine(1, 0);
    committer.start();

    await().until(() -> recorder.acks.equals(List.of("<=1")));
    await().until(() -> unacked.budget().used() == 0);
    committer.close();
  }

  @Test
  void aDeadLetterIsHeldUntilTheDeadQueueHasItAndTheOthersUntilTheyAreAcked() throws Exception {
    deliverLine(1, 0);
    deliverPoison(2);
    deliverLine(3, 1);
    assertThat(unacked.budget().used()).isEqualTo(3 * size);

    committer.finish();
    assertThat(unacked.budget().used()).isEqualTo(size);
  }

  @Test
  void whatAnEndedConnectionBroughtIsHeldUntilACommitCoversIt() throws Exception {
    deliverLine(1, 0);
    deliverPoison(2);
    frames.close();
    consumers.clear();
    assertThat(unacked.budget().used()).isEqualTo(2 * size);

    diskFull = true;
    committer.start();
    await().during(Duration.ofMillis(200)).until(() -> unacked.budget().used() == 2 * size);
    diskFull = false;
    await().until(() -> unacked.budget().used() == size);
    committer.close();
  }
}
