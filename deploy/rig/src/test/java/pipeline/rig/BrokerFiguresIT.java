package pipeline.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.testkit.rabbit.PrivateRabbit;

/**
 * The figures of a real node are those of experiments: the queue with what is unacked, each message
 * once.
 */
class BrokerFiguresIT {
  private static final byte[] EMPTY = new byte[0];

  @TempDir private Path home;

  @Test
  void theLengthHasWhatIsHeldWithoutAnAckAndReceivedHasEachMessageOnce() throws Exception {
    Assumptions.assumeTrue(PrivateRabbit.isInstalled(), "RabbitMQ is not installed");
    try (PrivateRabbit rabbit = PrivateRabbit.measured(home)) {
      rabbit.start();
      BrokerFigures figures = new BrokerFigures(rabbit.metricsPort().orElseThrow());
      assertThat(figures.received()).isZero();
      try (Connection connection = rabbit.connect();
          Channel channel = connection.createChannel();
          BrokerFigures.Lengths watched = figures.watch(List.of("one", "two", "absent"))) {
        channel.confirmSelect();
        for (String queue : List.of("one", "two", "other")) {
          channel.queueDeclare(queue, false, false, false, null);
          channel.basicPublish("", queue, null, EMPTY);
          channel.basicPublish("", queue, null, EMPTY);
        }
        channel.waitForConfirmsOrDie();
        channel.basicGet("one", false);
        await()
            .atMost(Duration.ofSeconds(20))
            .untilAsserted(() -> assertThat(watched.soFar()).endsWith(4));
        await().until(figures::received, received -> received == 6);
      }
    }
  }
}
