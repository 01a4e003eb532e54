package pipeline.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.FreePort;
import pipeline.testkit.process.Java;
import pipeline.testkit.process.Tool;
import pipeline.wire.amqp.BrokerSettings;
import pipeline.wire.amqp.Topology;
import pipeline.wire.settings.Settings;

/**
 * Tests what the three finished programs must do together on any broker: counts equal to
 * coreutils', byte for byte. Each broker has a subclass.
 */
abstract class WholeSystemContract {
  /** This checkout, with the finished programs. */
  static final Path ROOT = Path.of("../..");

  /** Counts words as the consumer's dump has them, by programs that share no code with ours. */
  private static final String COUNTS =
      "set -o pipefail; LC_ALL=C tr -s ' \\t\\n\\v\\f\\r' '\\n' < \"$1\" | LC_ALL=C grep -a -v '^$'"
          + " | LC_ALL=C sort | LC_ALL=C uniq -c | sed -E 's/^ *([0-9]+) /\\1\\t/' > \"$2\"";

  private static final int TESTDATA = 9_930;
  private static final int REPEAT = 8;

  @TempDir private Path directory;

  /** The broker's address, as RABBITMQ_URL. */
  abstract String brokerUrl();

  @Test
  void everyWordOfTestdataIsCountedOnce() throws Exception {
    countsAreExact(testdata("testdata.txt"), 16, TESTDATA);
  }

  @Test
  void everyWordOfWhatBreaksNaiveCodeIsCountedOnce() throws Exception {
    countsAreExact(testdata("tricky.txt"), 4, 38);
  }

  /** The requests cross blocks of 65,536 lines, and so partitions. */
  @Test
  void everyWordIsCountedOnceOverFourPartitionsThoughTheConsumerIsKilled() throws Exception {
    Path text = directory.resolve("text.txt");
    String testdata = Files.readString(testdata("testdata.txt"));
    Files.writeString(text, testdata.repeat(REPEAT));
    int port = FreePort.find();
    Map<String, String> environment = new HashMap<>(environment(port));
    environment.put("PARTITIONS", "4");
    String url = "http://127.0.0.1:" + port + "/server";
    HttpProbe probe = new HttpProbe(url);
    Path dump = directory.resolve("counts.tsv");
    String[] counting = {
      "2", "--state", directory.resolve("state").toString(), "--report", "--dump", dump.toString()
    };

    try (ChildProcess server = start("server", environment);
        ChildProcess killed = start("consumer", environment, counting)) {
      await().atMost(Duration.ofSeconds(30)).until(probe::isUp);
      try (ChildProcess client =
          start(
              "client", environment, "" + text, "4", "--url", url, "--lines-per-request", "1000")) {
        await()
            .atMost(Duration.ofMinutes(1))
            .until(() -> probe.metric("pipeline_entries_published_total") > 20_000);
        killed.kill();
        assertThat(client.await(Duration.ofMinutes(2))).as(client.output()).isZero();
      }
      // until the broker has seen the consumer's death, and has its messages again
      awaitQueues(environment, (channel, queue) -> channel.consumerCount(queue) == 0);
      try (ChildProcess consumer = start("consumer", environment, counting)) {
        // a consumer that has only begun cannot be asked to end in order
        awaitQueues(environment, (channel, queue) -> channel.consumerCount(queue) > 0);
        awaitQueues(environment, (channel, queue) -> channel.messageCount(queue) == 0);
        assertThat(consumer.terminate(Duration.ofSeconds(10))).as(consumer.output()).isZero();
        assertThat(consumer.out())
            .contains("lines=" + REPEAT * TESTDATA + " of=" + REPEAT * TESTDATA + " missing=0");
      }
      assertThat(server.terminate(Duration.ofSeconds(5))).as(server.output()).isIn(0, 143);
    }
    Path expected = directory.resolve("expected.tsv");
    count(text, expected);
    assertThat(dump).hasSameBinaryContentAs(expected);
  }

  private Map<String, String> environment(int port) {
    return Map.of(
        "RABBITMQ_URL",
        brokerUrl(),
        "QUEUE",
        "system-" + UUID.randomUUID(),
        "SERVER_HOST",
        "127.0.0.1",
        "SERVER_PORT",
        Integer.toString(port));
  }

  private void countsAreExact(Path text, int threads, int lines) throws Exception {
    int port = FreePort.find();
    Map<String, String> environment = environment(port);
    String url = "http://127.0.0.1:" + port + "/server";
    Path dump = directory.resolve("counts.tsv");
    Path expected = directory.resolve("expected.tsv");
    String state = directory.resolve("state").toString();

    try (ChildProcess server = start("server", environment);
        ChildProcess consumer =
            start(
                "consumer", environment, "2", "--state", state, "--report", "--dump", "" + dump)) {
      await().atMost(Duration.ofSeconds(30)).until(new HttpProbe(url)::isUp);
      try (ChildProcess client =
          start("client", environment, "" + text, "" + threads, "--url", url)) {
        assertThat(client.await(Duration.ofMinutes(2))).as(client.output()).isZero();
        assertThat(client.out())
            .startsWith("All " + threads + " threads processing completed!\n")
            .contains("Total number of successful requests: " + lines + "\n")
            .contains("Total number of unsuccessful requests: 0\n");
      }
      awaitQueues(environment, (channel, queue) -> channel.messageCount(queue) == 0);
      assertThat(consumer.terminate(Duration.ofSeconds(10))).as(consumer.output()).isZero();
      assertThat(consumer.out()).contains("lines=" + lines).contains("gaps=0");
      assertThat(server.terminate(Duration.ofSeconds(5))).as(server.output()).isIn(0, 143);
    }

    count(text, expected);
    assertThat(dump).hasSameBinaryContentAs(expected);
  }

  private ChildProcess start(String module, Map<String, String> environment, String... args)
      throws IOException {
    Path jar = ROOT.resolve(module).resolve("target").resolve(module + ".jar");
    ProcessBuilder builder = Java.jar(jar, List.of("-Xmx256m"), args);
    builder.environment().putAll(environment);
    return ChildProcess.startApart(module, builder, directory);
  }

  private static void count(Path text, Path counts) throws IOException {
    Tool.run("bash", "-c", COUNTS, "bash", text.toString(), counts.toString());
  }

  private static Path testdata(String file) {
    return ROOT.resolve("testdata").resolve(file);
  }

  private interface Look {
    boolean holds(Channel channel, String queue) throws IOException;
  }

  /** Waits until it holds of each queue; no message may be dead then. */
  private static void awaitQueues(Map<String, String> environment, Look look) throws Exception {
    Settings settings = new Settings(environment, new Properties());
    Topology queue = Topology.from(settings);
    try (Connection connection =
            BrokerSettings.from(settings).connectionFactory().newConnection("test");
        Channel channel = connection.createChannel()) {
      for (String name : queue.partitionQueues()) {
        await().atMost(Duration.ofSeconds(60)).until(() -> look.holds(channel, name));
      }
      assertThat(channel.messageCount(queue.deadQueue())).isZero();
    }
  }
}
