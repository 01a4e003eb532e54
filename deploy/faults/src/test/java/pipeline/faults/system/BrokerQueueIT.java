package pipeline.faults.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.MessageProperties;
import java.net.ConnectException;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.testkit.rabbit.PrivateRabbit;
import pipeline.wire.amqp.Topology;
import pipeline.wire.workload.Workload;

@Timeout(180)
class BrokerQueueIT {
  @TempDir private Path home;

  @Test
  void keepsConfirmedMessagesOverAKill() throws Exception {
    Assumptions.assumeTrue(PrivateRabbit.isInstalled(), "RabbitMQ is not installed");
    Topology topology = new Topology("test", Topology.QueueType.CLASSIC);
    try (PrivateRabbit rabbit = new PrivateRabbit(home)) {
      rabbit.start();
      BrokerQueue queue =
          new BrokerQueue(rabbit, new RunInput(Workload.Counter.WORDCOUNT, 1, 1, false), "test");
      try (Connection connection = rabbit.connect()) {
        Channel channel = connection.createChannel();
        topology.declare(connection);
        channel.confirmSelect();
        channel.basicPublish("", "test", MessageProperties.PERSISTENT_BASIC, new byte[] {1, 2, 3});
        channel.waitForConfirmsOrDie(10_000);
      }
      rabbit.node().kill();
      assertThatThrownBy(rabbit::connect).isInstanceOf(ConnectException.class);
      rabbit.node().start();
      rabbit.awaitReady();
      assertThat(queue.ready()).isEqualTo(1);
      assertThat(queue.isDrained()).isFalse();
      queue.delete();
      assertThatThrownBy(queue::ready).hasRootCauseMessage(missing());
    }
  }

  private static String missing() {
    return "channel error; protocol method: #method<channel.close>(reply-code=404,"
        + " reply-text=NOT_FOUND - no queue 'test' in vhost '/', class-id=50, method-id=10)";
  }
}
