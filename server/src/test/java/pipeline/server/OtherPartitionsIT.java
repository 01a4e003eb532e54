package pipeline.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.server.publish.OnRealBroker;

/** A server with another number of partitions than the queues have ends, and names both. */
class OtherPartitionsIT extends OnRealBroker {

  @Timeout(60)
  @ParameterizedTest
  @CsvSource({
    "wordcount,  classic, 4, 2, ''",
    "wordcount,  classic, 1, 4, ''",
    "lift-rides, quorum,  4, 3, ''",
    "swipes,     classic, 1, 2, .counts",
  })
  void itIsRefused(String workload, String type, String theirs, String ours, String suffix)
      throws Exception {
    upServer("WORKLOAD", workload, "QUEUE_TYPE", type, "PARTITIONS", theirs).close();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Main.run(
            new String[0],
            Map.of(
                "WORKLOAD", workload,
                "QUEUE", queue,
                "QUEUE_TYPE", type,
                "PARTITIONS", ours,
                "RABBITMQ_URL", rabbit.url(),
                "SERVER_PORT", "0"),
            new Properties(),
            new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
            new PrintStream(err, true, UTF_8),
            new CountDownLatch(1));

    assertThat(status).isEqualTo(Main.BAD_INPUT);
    assertThat(err.toString(UTF_8))
        .startsWith(
            "PARTITIONS is " + ours + ", but " + queue + suffix + " has " + theirs + " at the")
        .hasLineCount(1);
  }
}
