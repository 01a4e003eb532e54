package pipeline.faults.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.testkit.process.Tool;
import pipeline.testkit.rabbit.PrivateRabbit;
import pipeline.testkit.rabbit.RabbitInstallation;

/**
 * A message that was confirmed outlives a power cut of the broker's machine where deploy/rabbitmq
 * says so.
 */
@Tag("long")
@Timeout(480)
class BrokerPowerCutIT {
  private static final int MESSAGES = 500;
  private static final byte[] BODY = new byte[2_500];
  private static final String FORCED = "version-1";

  /** The queue as our nodes make it by default: of version 2. */
  private static final String WRITTEN = "as-it-comes";

  private static final Map<String, Map<String, Object>> QUEUES =
      Map.of(FORCED, Map.of("x-queue-version", 1), WRITTEN, Map.of());

  @TempDir private Path home;

  @Test
  void aQueueOfVersionOneKeepsWhatItConfirmed() throws Exception {
    Assumptions.assumeTrue(PrivateRabbit.isInstalled(), "RabbitMQ is not installed");
    Assumptions.assumeTrue(
        RabbitInstallation.named().hasQueueVersions(), "no RabbitMQ 3.10 to 3.13");
    try (StateDisk disk = mountedImage();
        PrivateRabbit rabbit = new PrivateRabbit(home)) {
      Path data = Files.createDirectory(disk.directory());
      Files.createSymbolicLink(home.resolve("data"), data);
      rabbit.start();
      declare(rabbit);
      Tool.run("sync", "-f", data.toString());
      publish(rabbit);

      rabbit.freeze();
      disk.cutPower();
      rabbit.kill();
      disk.wakeFromPowerCut();
      rabbit.node().start();
      rabbit.awaitReady();

      assertThat(ready(rabbit, FORCED)).isEqualTo(MESSAGES);
      // proves that the power was cut, and that our nodes make queues of version 2
      assertThat(ready(rabbit, WRITTEN)).isLessThan(MESSAGES);
    }
  }

  private StateDisk mountedImage() throws IOException {
    Assumptions.assumeTrue(StateDisk.isPossible(StateDisk.Kind.IMAGE), "not root");
    try {
      return new StateDisk(StateDisk.Kind.IMAGE, home.resolve("state"));
    } catch (IOException e) {
      return Assumptions.abort("no file can be mounted here: " + e.getMessage());
    }
  }

  private static void declare(PrivateRabbit rabbit) throws Exception {
    try (Connection connection = rabbit.connect()) {
      Channel channel = connection.createChannel();
      for (String queue : QUEUES.keySet()) {
        channel.queueDeclare(queue, true, false, false, QUEUES.get(queue));
      }
    }
  }

  private static void publish(PrivateRabbit rabbit) throws Exception {
    try (Connection connection = rabbit.connect()) {
      Channel channel = connection.createChannel();
      channel.confirmSelect();
      // last what is not forced: its end is in the page cache only when the power is cut
      for (String queue : List.of(FORCED, WRITTEN)) {
        for (int i = 0; i < MESSAGES; i++) {
          channel.basicPublish("", queue, MessageProperties.PERSISTENT_BASIC, BODY);
          channel.waitForConfirmsOrDie();
        }
      }
    }
  }

  private static int ready(PrivateRabbit rabbit, String queue) throws Exception {
    try (Connection connection = rabbit.connect()) {
      return connection.createChannel().queueDeclarePassive(queue).getMessageCount();
    }
  }
}
