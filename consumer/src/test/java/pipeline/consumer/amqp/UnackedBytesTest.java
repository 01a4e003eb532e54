package pipeline.consumer.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.ConnectionFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Deliveries and commits, and the time for which the bytes of a message count as unacked. */
class UnackedBytesTest extends OnRecordedChannel {
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
  void aDeadLetterIsHeldUntilTheDeadQueueHasItAndTheOthersUntilTheyAreAcked() throws Exception {
    deliverLine(1, 0);
    deliverPoison(2);
    deliverLine(3, 1);
    assertThat(unacked.room().used()).isEqualTo(3 * size);

    committer.finish();
    assertThat(unacked.room().used()).isEqualTo(size);
  }

  @Test
  void whatAnEndedConnectionBroughtIsHeldUntilACommitCoversIt() throws Exception {
    deliverLine(1, 0);
    deliverPoison(2);
    frames.close();
    consumers.clear();
    assertThat(unacked.room().used()).isEqualTo(2 * size);

    diskFull = true;
    committer.start();
    await().during(Duration.ofMillis(200)).until(() -> unacked.room().used() == 2 * size);
    diskFull = false;
    await().until(() -> unacked.room().used() == size);
  }
}
