package pipeline.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import pipeline.testkit.rabbit.OnPrivateRabbit;
import pipeline.wire.amqp.Topology;
import pipeline.wire.workload.Workload;

/** The view of queues survives the death of its broker, and says why it sees nothing. */
@Timeout(180)
class QueuesIT extends OnPrivateRabbit {
  private static final Spec SPEC = Spec.of(Workload.WORDCOUNT, "test");

  @Test
  void confirmedMessagesAreSeenAgainAfterTheBrokerWasKilled() throws Exception {
    try (Queues queues = new Queues(rabbit.url(), SPEC)) {
      Channel channel = queues.connection().createChannel();
      SPEC.topology().declare(queues.connection());
      channel.confirmSelect();
      channel.basicPublish("", "test", MessageProperties.PERSISTENT_BASIC, new byte[] {1, 2, 3});
      channel.waitForConfirmsOrDie();
      rabbit.node().kill();
      assertThatThrownBy(queues::waiting).isInstanceOf(IOException.class);
      rabbit.node().start();
      rabbit.awaitReady();

      assertThat(queues.waiting()).isEqualTo(1);
      assertThat(queues.held(rabbit)).isEqualTo(1);
      assertThat(queues.areConsumed(1)).isFalse();
      assertThat(queues.empty(Duration.ofMillis(100))).isFalse();
      queues.purge();
      assertThat(queues.empty(Duration.ofMillis(100))).isTrue();
      queues.delete();
      assertThat(queues.waiting()).isZero();
      assertThat(queues.dead()).isZero();
    }
  }

  @Test
  void aBrokerTellsItsProductTypeOfQueueAndNode() throws Exception {
    try (Queues queues = new Queues(rabbit.url(), SPEC)) {
      assertThat(queues.about(Topology.QueueType.CLASSIC))
          .matches("RabbitMQ \\d+\\.\\d+\\.\\d+, classic, 127.0.0.1:" + rabbit.port());
    }
  }

  @Test
  void aBrokerThatDoesNotAnswerIsNamedWithItsPortAndWithoutItsPassword() {
    Queues queues = new Queues("amqp://me:s3cret@127.0.0.1:1,localhost:2/v", SPEC);
    // some JDKs add "(connect failed)"
    assertThatThrownBy(queues::waiting)
        .hasMessageMatching(
            "no broker answers at amqp://127\\.0\\.0\\.1:1,localhost:2:"
                + " ConnectException: Connection refused( \\(connect failed\\))?");
  }

  @Test
  void aBrokerThatRefusesTheUserIsNotSaidToBeAway() {
    String url = rabbit.url().replace(":guest@", ":s3cret@");
    try (Queues queues = new Queues(url, SPEC)) {
      assertThatThrownBy(queues::waiting)
          .hasMessageStartingWith("the broker at amqp://127.0.0.1:" + rabbit.port() + " refuses: ")
          .hasMessageNotContaining("s3cret");
    }
  }
}
