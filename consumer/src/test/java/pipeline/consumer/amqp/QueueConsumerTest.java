package pipeline.consumer.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Entries;
import pipeline.wire.codec.BatchDecoder;

/** A message is acked once a commit has it, and its bytes count as unacked until then. */
class QueueConsumerTest extends OnRecordedChannel {
  @Test
  void acksOnlyAfterTheCommitAndThenAllAtOnce() throws Exception {
    deliverLine(1, 0);
    deliverLine(2, 1);
    assertThat(acks).isEmpty();
    assertThat(consumer.isSettled()).isFalse();

    committer.finish();

    assertThat(acks).containsExactly("<=2");
    assertThat(consumer.isSettled()).isTrue();
  }

  @Test
  void whatArrivedBeforeTheLastLookIsSettledAlsoUnderTrafficThatNeverEnds() throws Exception {
    assertThat(consumer.hasSettledEarlier()).isTrue();
    deliverLine(1, 0);
    assertThat(consumer.hasSettledEarlier()).isTrue();
    deliverLine(2, 1);
    assertThat(consumer.hasSettledEarlier()).isFalse();

    committer.finish();
    deliverLine(3, 2);

    assertThat(consumer.isSettled()).isFalse();
    assertThat(consumer.hasSettledEarlier()).isTrue();
    assertThat(consumer.hasSettledEarlier()).isFalse();
  }

  @Test
  void aDuplicateWaitsForTheCommitOfItsFirstCopy() throws Exception {
    deliverLine(1, 0);
    deliverLine(2, 0);
    diskFull = true;
    assertThatThrownBy(committer::finish).isInstanceOf(IOException.class);
    assertThat(acks).isEmpty();

    diskFull = false;
    committer.finish();
    assertThat(acks).containsExactly("<=2");
    assertThat(CountedStore.asMap(counts.reader())).isEqualTo(Map.of("a", 1L));
  }

  /** The bytes of a poison message are held until the dead queue has it. */
  @Test
  void aPoisonMessageIsLeftOutOfTheAcksAroundIt() throws Exception {
    deliverLine(1, 0);
    deliverPoison(2);
    deliverLine(3, 1);
    assertThat(unacked.room().used()).isEqualTo(3 * size);
    committer.finish();
    assertThat(unacked.room().used()).isEqualTo(size);
    deliverLine(4, 2);
    committer.finish();

    assertThat(acks).containsExactly("1", "3", "4");
    assertThat(CountedStore.asMap(counts.reader())).isEqualTo(Map.of("a", 3L));
    assertThat(consumer.isSettled()).isFalse();
  }

  /**
   * Acks must go on while a delivery waits for the store: the store waits for a commit, and the
   * commit for nobody.
   */
  @Test
  void whileTheStoreHasNoRoomADeliveryWaitsAndWhatIsCommittedIsAcked() throws Exception {
    CountDownLatch room = new CountDownLatch(1);
    deliverLine(1, 0);
    awaitRoom = room::await;
    Thread reader = new Thread(() -> deliverLine(2, 1));
    reader.start();
    await().until(() -> reader.getState() == Thread.State.WAITING);
    committer.finish();
    assertThat(acks).containsExactly("<=1");
    assertThat(consumer.added()).isEqualTo(1);

    room.countDown();
    reader.join();
    assertThat(consumer.added()).isEqualTo(2);
  }

  @Test
  void whatIsDeliveredWhenTheStoreTakesNoMoreStaysUnacked() throws Exception {
    deliverLine(1, 0);
    awaitRoom =
        () -> {
          throw new InterruptedException("stopped");
        };
    deliverLine(2, 1);
    awaitRoom = () -> {};
    deliverLine(3, 2);
    committer.finish();

    assertThat(acks).containsExactly("<=1");
    assertThat(CountedStore.asMap(counts.reader())).isEqualTo(Map.of("a", 1L));
    assertThat(crashed.get()).isNull();
  }

  @Test
  void anErrorWithinAMergeEndsTheProcessAndAcksNothing() throws Exception {
    beforeAdd =
        () -> {
          throw new OutOfMemoryError("on purpose");
        };
    deliverLine(1, 0);

    assertThat(crashed.get()).isInstanceOf(OutOfMemoryError.class);
    assertThat(consumer.added()).isZero();
  }

  @Test
  void aFailingDiskHoldsBackAcksUntilItHeals() {
    health.works(Health.Part.BROKER);
    diskFull = true;
    committer.start();
    deliverLine(1, 0);
    await()
        .until(
            () ->
                health.trouble().orElse("").contains("nothing is acked: No space left on device"));
    await().during(Duration.ofMillis(300)).until(() -> acks.isEmpty());
    assertThat(health.trouble()).isPresent();
    diskFull = false;
    await().until(() -> acks.equals(List.of("<=1")) && health.trouble().isEmpty());
    assertThat(crashed.get()).isNull();
  }

  /** Nothing is due at the first delivery. */
  @ParameterizedTest
  @ValueSource(strings = {"the store wants it", "half of the prefetch", "half of the bytes"})
  void acksDoNotWaitForTheIntervalWhenACommitIsDue(String reason) {
    AtomicBoolean isDue = new AtomicBoolean();
    committer = committer(counts::commit, isDue::get, 60_000);
    deliverLine(1, 0);
    committer.start();
    await().during(Duration.ofMillis(100)).until(() -> acks.isEmpty());

    int last = reason.equals("half of the prefetch") ? PREFETCH / 2 : 2;
    size = reason.equals("half of the bytes") ? LIMIT / 2 : size;
    for (int tag = 2; tag <= last; tag++) {
      deliverLine(tag, tag);
    }
    isDue.set(reason.equals("the store wants it"));
    await().until(() -> consumer.acked() == last);
    await().until(() -> unacked.room().used() == 0);
  }

  @Test
  void aMessageThatWasPublishedBeyondTheLimitIsADeadLetterWhateverIsLeftOfIt() throws Exception {
    byte[] body = Entries.message(List.of(Entries.line(0, "a")));
    deliver(1, body, BatchDecoder.MAX_MESSAGE_BYTES + 1L);
    deliver(2, Entries.message(List.of(Entries.line(1, "a"))), BatchDecoder.MAX_MESSAGE_BYTES);
    committer.finish();

    assertThat(counts.reader().lines()).isEqualTo(1);
    assertThat(acks).containsExactly("2");
    assertThat(consumer.isSettled()).isFalse();
  }

  @Test
  void withoutAcksTheBrokerGetsNoneAndTheRoomIsFreeAfterTheCommit() throws Exception {
    autoAck = true;
    consume(new ConnectionFactory());
    size = LIMIT;
    deliverLine(1, 0);
    assertThat(consumer.isSettled()).isFalse();

    committer.finish();

    assertThat(acks).isEmpty();
    assertThat(consumer.isSettled()).isTrue();
    unacked.lease().awaitRoom();
  }

  @Test
  void whatAnEndedConnectionBroughtIsHeldUntilACommitCoversIt() throws Exception {
    deliverLine(1, 0);
    deliverPoison(2);
    frames.close();
    consumers.clear();
    consumer.ack(1); // of a commit that began before the connection ended
    assertThat(unacked.room().used()).isEqualTo(2 * size);

    diskFull = true;
    committer.start();
    await().during(Duration.ofMillis(200)).until(() -> unacked.room().used() == 2 * size);
    diskFull = false;
    await().until(() -> unacked.room().used() == size);
  }
}
