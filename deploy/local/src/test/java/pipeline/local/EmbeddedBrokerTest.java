package pipeline.local;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The embedded broker treats the pipeline's clients as RabbitMQ does. */
final class EmbeddedBrokerTest {
  private static final int MESSAGES = 2_000;
  private static final int HEARTBEAT_SECONDS = 1;

  @Test
  void keepsTheConnectionOfAConsumerThatPausesForSeveralHeartbeats() throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    CountDownLatch arrived = new CountDownLatch(MESSAGES);
    try (EmbeddedBroker broker = new EmbeddedBroker(0);
        Connection connection = connect(broker);
        Connection publishing = connect(broker)) {
      Channel channel = connection.createChannel();
      channel.queueDeclare("paused", false, false, false, null);
      channel.basicConsume(
          "paused",
          true,
          (tag, message) -> {
            awaitQuietly(goOn);
            arrived.countDown();
          },
          tag -> {});
      Channel publisher = publishing.createChannel();
      for (int i = 0; i < MESSAGES; i++) {
        publisher.basicPublish("", "paused", null, new byte[20 << 10]);
      }
      assertFalse(arrived.await(4 * HEARTBEAT_SECONDS, TimeUnit.SECONDS), "it does not pause");
      goOn.countDown();
      assertTrue(arrived.await(1, TimeUnit.MINUTES), () -> arrived.getCount() + " are missing");
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Connection connect(EmbeddedBroker broker) throws Exception {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUri(broker.address()); // as guest, whom the library names too
    factory.setRequestedHeartbeat(HEARTBEAT_SECONDS);
    factory.setSocketConfigurator(socket -> socket.setReceiveBufferSize(64 << 10));
    return factory.newConnection();
  }
}
