package pipeline.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.testkit.rabbit.OnPrivateRabbit;
import pipeline.wire.amqp.Topology;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.codec.Lines;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.identity.Partitions;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;
import pipeline.wire.settings.Settings;

/** The job on a cluster in this JVM, with a real RabbitMQ. */
@Timeout(300)
class CountJobIT extends OnPrivateRabbit {
  private static final Duration SOON = Duration.ofSeconds(90);
  private static final RunId RUN = RunId.parse("018f3c2e9d4a7b1c8d2e3f4a5b6c7d8e");

  /** More lines than a block has. */
  private static final int LINES = 70_000;

  private static final int PER_MESSAGE = 100;
  private static final EntryEncoder<Map<String, Integer>> ENCODER =
      new EntryEncoder<>(new WordCountFormat());

  @TempDir private Path temp;

  private Map<String, String> environment(int partitions) {
    return Map.of(
        "RABBITMQ_URL", rabbit.url(),
        "QUEUE", "flink-" + partitions,
        "PARTITIONS", Integer.toString(partitions),
        "COUNTS", temp.resolve("counts").toString(),
        "CHECKPOINT_MS", "3000");
  }

  @Test
  void linesOfFourQueuesAreCountedOnceThoughWorkersAreKilled() throws Exception {
    countsAreExact(environment(4));
  }

  @Test
  void linesOfOneQueueWithTwoReadersAreCountedOnceThoughWorkersAreKilled() throws Exception {
    countsAreExact(environment(1));
  }

  private void countsAreExact(Map<String, String> environment) throws Exception {
    Topology topology = Topology.from(new Settings(environment, new Properties()));
    Configuration configuration = new Configuration();
    configuration.setString("restart-strategy.type", "fixed-delay");
    configuration.setString("restart-strategy.fixed-delay.attempts", "1000");
    configuration.setString("restart-strategy.fixed-delay.delay", "100 ms");
    configuration.setString(
        "execution.checkpointing.dir", temp.resolve("checkpoints").toUri() + "");
    configuration.setString("io.tmp.dirs", temp.toString());
    configuration.setString("web.tmpdir", temp.toString());
    configuration.setString("heartbeat.timeout", "5000");
    configuration.setString("heartbeat.interval", "1000");
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(2)
                .setNumSlotsPerTaskManager(1)
                .withRandomPorts()
                .build());
    try (Connection connection = rabbit.connect()) {
      topology.declare(connection);
      cluster.start();
      StreamExecutionEnvironment flink =
          StreamExecutionEnvironment.getExecutionEnvironment(configuration);
      flink.setParallelism(2);
      CountJob.build(flink, new JobSettings(environment));
      JobID job = cluster.submitJob(flink.getStreamGraph().getJobGraph()).get().getJobID();

      Channel channel = connection.createChannel();
      channel.confirmSelect();
      int third = LINES / 3 / PER_MESSAGE * PER_MESSAGE;
      publish(channel, topology, 0, third);
      awaitDelivered(channel, topology);
      cluster.terminateTaskManager(0).get();
      cluster.startTaskManager();
      publish(channel, topology, third, 2 * third);
      // a retry through another server
      publish(channel, topology, third, 2 * third);
      awaitDelivered(channel, topology);
      cluster.terminateTaskManager(1).get();
      cluster.startTaskManager();
      publish(channel, topology, 2 * third, LINES);
      channel.basicPublish(
          topology.exchange(),
          topology.routingKey(0),
          json(),
          "not ours".getBytes(StandardCharsets.US_ASCII));
      RunEnd end = new RunEnd(RUN, LINES);
      send(channel, topology, topology.partitions().of(end), ENCODER.encode(end));
      channel.waitForConfirmsOrDie(30_000);
      awaitAcked(topology);
      cluster
          .stopWithSavepoint(
              job, temp.resolve("savepoint").toUri() + "", true, SavepointFormatType.CANONICAL)
          .get();

      assertThat(counts()).isEqualTo(expected());
      assertThat(lines("runs"))
          .singleElement()
          .asString()
          .startsWith("run " + RUN + " lines=" + LINES + " of=" + LINES + " missing=0 duplicates=");
      assertThat(channel.basicGet(topology.deadQueue(), true).getProps().getHeaders())
          .hasEntrySatisfying(
              "reason", reason -> assertThat(reason).asString().contains("not JSON"));
    } finally {
      cluster.closeAsync().get();
    }
  }

  /** Waits until all messages are with the job, which acks them at its next checkpoint only. */
  private static void awaitDelivered(Channel channel, Topology topology) {
    for (String queue : topology.partitionQueues()) {
      await().atMost(SOON).until(() -> channel.messageCount(queue) == 0);
    }
  }

  private static void awaitAcked(Topology topology) {
    List<String> queues = topology.partitionQueues();
    await()
        .atMost(SOON)
        .until(
            () ->
                rabbit
                    .ctl("list_queues", "name", "messages")
                    .lines()
                    .map(line -> line.split("\t", -1))
                    .filter(columns -> queues.contains(columns[0]))
                    .allMatch(columns -> columns[1].equals("0")));
  }

  private static BasicProperties json() {
    return new BasicProperties.Builder().contentType("application/json").deliveryMode(2).build();
  }

  private static void publish(Channel channel, Topology topology, int from, int to)
      throws Exception {
    Partitions partitions = topology.partitions();
    int count;
    for (int seq = from; seq < to; seq += count) {
      count = partitions.together(seq, Math.min(PER_MESSAGE, to - seq));
      int first = seq;
      Lines<Map<String, Integer>> lines =
          Lines.of(IntStream.range(0, count).mapToObj(i -> words(first + i)).toList());
      Entry<Map<String, Integer>> entry = new Entry<>(new RequestKey(RUN, seq), lines);
      send(channel, topology, partitions.of(RUN, seq), ENCODER.encode(entry));
    }
    channel.waitForConfirmsOrDie(30_000);
  }

  private static void send(Channel channel, Topology topology, int partition, byte[] element)
      throws Exception {
    channel.basicPublish(
        topology.exchange(),
        topology.routingKey(partition),
        json(),
        EntryEncoder.join(List.of(element)));
  }

  private static Map<String, Integer> words(int seq) {
    return Map.of("all", 1, "w" + seq % 1_000, 2);
  }

  private static Map<String, Long> expected() {
    Map<String, Long> expected = new TreeMap<>();
    for (int seq = 0; seq < LINES; seq++) {
      words(seq).forEach((word, count) -> expected.merge(word, (long) count, Long::sum));
    }
    return expected;
  }

  private Map<String, Long> counts() throws Exception {
    Map<String, Long> counts = new TreeMap<>();
    for (String line : lines("counts")) {
      String[] columns = line.split("\t", 2);
      assertThat(counts.put(columns[1], Long.parseLong(columns[0]))).isNull();
    }
    return counts;
  }

  private List<String> lines(String name) throws Exception {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(temp.resolve("counts"))) {
      for (Path file :
          files.filter(each -> each.getFileName().toString().startsWith(name)).toList()) {
        lines.addAll(Files.readAllLines(file));
      }
    }
    return lines;
  }
}
