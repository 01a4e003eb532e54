package pipeline.flink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static pipeline.flink.Messages.RUN;

import com.rabbitmq.client.GetResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.flink.api.common.JobID;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.consumer.store.redis.RedisStoreReader;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.testkit.rabbit.OnPrivateRabbit;
import pipeline.testkit.redis.PrivateRedis;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.codec.Lines;
import pipeline.wire.codec.PayloadFormat;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.identity.Partitions;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;
import pipeline.wire.redis.RedisLink;
import pipeline.wire.redis.RedisSettings;
import pipeline.wire.workload.LiftRide;
import pipeline.wire.workload.LiftRideFormat;
import pipeline.wire.workload.Swipe;
import pipeline.wire.workload.SwipeFormat;

/**
 * The job counts each line once, whatever of its cluster fails; here a cluster in this JVM, with a
 * real RabbitMQ.
 */
@Timeout(600)
class CountJobIT extends OnPrivateRabbit {
  /** More lines than a block has. */
  private static final int LINES = 70_000;

  private static final int FEW = 5_000;
  private static final int PER_MESSAGE = 100;
  private static final WordCountFormat WORDS = new WordCountFormat();
  private static final String RUN_LINE = "run " + RUN + " lines=" + LINES + " of=" + LINES;

  /** A run that began a minute too early for its identities to be known. */
  private static final RunId FORGOTTEN =
      RunId.startingAt(
          System.currentTimeMillis() - CountOnce.KEPT.plusMinutes(1).toMillis(),
          new SecureRandom());

  @TempDir private Path temp;

  @Test
  void linesOfFourQueuesAreCountedOnceInRocksAndInRedisThoughWorkersAreKilled() throws Exception {
    Assumptions.assumeTrue(PrivateRedis.isInstalled(), "Redis is not installed");
    Map<String, String> rocks =
        Map.of("state.backend.type", "rocksdb", "execution.checkpointing.incremental", "true");
    try (PrivateRedis redis = new PrivateRedis(Files.createDirectory(temp.resolve("redis")));
        JobCluster cluster = new JobCluster(temp, rocks)) {
      redis.start();
      Map<String, String> four = Map.of("QUEUE", "four", "PARTITIONS", "4", "STORE", redis.url());
      countsAreExact(cluster, settings(cluster, four), job -> cluster.killWorker(1));

      RedisSettings store = RedisSettings.parse("STORE", redis.url());
      try (RedisLink link = new RedisLink(store)) {
        RedisStoreReader reader =
            new RedisStoreReader(new WordCountHandler(), link, "four", () -> {});
        Map<String, Long> counts = new TreeMap<>();
        reader.forEachCount(count -> counts.put(count.name(), count.count()));
        List<String> runs = new ArrayList<>();
        reader.forEachRun(run -> runs.add(run.line().replace(" gaps=0-0", "")));
        assertThat(counts).isEqualTo(expected());
        assertThat(runs).containsExactlyInAnyOrderElementsOf(cluster.lines("runs"));
        assertThat(reader.lines()).isEqualTo(LINES);
      }
    }
  }

  @Test
  void linesOfOneQueueAreCountedOnceThoughConnectionsAreClosed() throws Exception {
    try (JobCluster cluster = new JobCluster(temp, Map.of())) {
      countsAreExact(
          cluster,
          settings(cluster, Map.of("QUEUE", "one")),
          job -> rabbit.ctl("close_all_connections", "test"));
    }
  }

  @Test
  void linesAreCountedOnceThoughTheJobIsSpreadOverMoreWorkersMeanwhile() throws Exception {
    try (JobCluster cluster = new JobCluster(temp, Map.of())) {
      countsAreExact(
          cluster,
          settings(cluster, Map.of("QUEUE", "rescaled", "PARTITIONS", "4")),
          job -> {
            cluster.awaitReaders(job, 2);
            cluster.addWorker();
            cluster.awaitReaders(job, 3);
          });
    }
  }

  private static JobSettings settings(JobCluster cluster, Map<String, String> more) {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("RABBITMQ_URL", rabbit.url());
    environment.put("COUNTS", cluster.counts());
    environment.putIfAbsent("CHECKPOINT_MS", "3000");
    return new JobSettings(environment);
  }

  private static void countsAreExact(
      JobCluster cluster, JobSettings settings, FailableConsumer<JobID, Exception> fault)
      throws Exception {
    JobID job = cluster.submit(settings);
    int third = LINES / 3 / PER_MESSAGE * PER_MESSAGE;
    try (Messages messages = Messages.to(rabbit, settings.topology())) {
      publish(messages, 0, FEW);
      messages.awaitAcked(rabbit);
      publish(messages, FEW, third);
      messages.awaitDelivered();
      cluster.killWorker(0);
      // retries by a server that divides otherwise, of lines before the checkpoint and of new ones
      publish(messages, 0, FEW, 1);
      publish(messages, third, 2 * third);
      publish(messages, third, 2 * third, 1);
      messages.awaitDelivered();
    }
    fault.accept(job);
    try (Messages messages = Messages.to(rabbit, settings.topology())) {
      publish(messages, 2 * third, LINES);
      messages.send(0, "not ours");
      messages.sendUnreadable("deep");
      sendForgotten(messages);
      messages.send(0, "{\"run\":\"" + RUN + "\",\"lines\":" + LINES + "}", "{\"seq\":1}");
      messages.awaitAcked(rabbit);
      Path counts = Files.createDirectories(Path.of(cluster.counts()));
      Files.writeString(counts.resolve("counts-9"), "1\tof a drain with more workers\n");
      cluster.drain(job);

      assertThat(counts(cluster)).isEqualTo(expected());
      assertThat(cluster.lines("runs"))
          .satisfiesOnlyOnce(
              run -> assertThat(run).startsWith("run " + FORGOTTEN + " lines=0 of=1 missing=1 "))
          .satisfiesOnlyOnce(
              run -> assertThat(run).startsWith(RUN_LINE + " missing=0 duplicates="));
      assertDead(
          messages,
          Map.of(
              "[not ours]", "not JSON",
              "deep", "the properties cannot be read",
              "[{\"seq\":1}]", "an entry needs run"));
    }
  }

  /**
   * Each body is dead with its reason, and no other is; readers that share a queue move them in any
   * order, and again if the job goes back to a checkpoint before them.
   */
  private static void assertDead(Messages messages, Map<String, String> reasons) throws Exception {
    Set<String> found = new HashSet<>();
    String queue = messages.topology().deadQueue();
    GetResponse dead = messages.channel().basicGet(queue, true);
    while (dead != null) {
      String body = new String(dead.getBody(), UTF_8);
      found.add(body);
      assertThat(reasons).containsKey(body);
      assertThat(dead.getProps().getHeaders().get("reason").toString()).contains(reasons.get(body));
      dead = messages.channel().basicGet(queue, true);
    }
    assertThat(found).isEqualTo(reasons.keySet());
  }

  @Test
  void ridesAndSwipesAreCounted() throws Exception {
    List<LiftRide> rides =
        List.of(new LiftRide(2, 2022, 1, 7, 217, 21), new LiftRide(2, 2022, 1, 7, 218, 20));
    List<Swipe> swipes = List.of(new Swipe(true, 7, 9, ""), new Swipe(true, 7, 9, "again"));
    try (JobCluster cluster = new JobCluster(temp, Map.of())) {
      assertThat(counted(cluster, "lift-rides", new LiftRideFormat(), rides))
          .containsExactlyInAnyOrder(
              "410\tskier:7/2022",
              "410\tday:2:2022:1/7",
              "1\trides:7/2/2022/1/217/21",
              "1\trides:7/2/2022/1/218/20");
      assertThat(counted(cluster, "swipe-counts", new SwipeFormat(), swipes))
          .containsExactly("2\tLikes:7");
      assertThat(counted(cluster, "swipe-matches", new SwipeFormat(), swipes))
          .containsExactlyInAnyOrder("1\tSwipers/7", "1\tSwiper:7/9");
    }
  }

  /** The counts of one message with all lines. */
  private static <P> List<String> counted(
      JobCluster cluster, String counter, PayloadFormat<P> format, List<P> lines) throws Exception {
    JobSettings settings =
        settings(cluster, Map.of("COUNTER", counter, "QUEUE", counter, "CHECKPOINT_MS", "100"));
    JobID job = cluster.submit(settings);
    try (Messages messages = Messages.to(rabbit, settings.topology())) {
      messages.send(format, 0, lines);
      messages.awaitAcked(rabbit);
    }
    cluster.drain(job);
    return cluster.lines("counts");
  }

  /** Publishes a line whose identity could have been forgotten, and the end of its run. */
  private static void sendForgotten(Messages messages) throws Exception {
    Entry<Map<String, Integer>> line =
        new Entry<>(new RequestKey(FORGOTTEN, 0), Lines.of(List.of(Map.of("forgotten", 1))));
    String element = new String(new EntryEncoder<>(WORDS).encode(line), UTF_8);
    messages.send(0, element, "{\"run\":\"" + FORGOTTEN + "\",\"lines\":1}");
  }

  private static void publish(Messages messages, int from, int to) throws Exception {
    publish(messages, from, to, 0);
  }

  private static void publish(Messages messages, int from, int to, int shift) throws Exception {
    Partitions partitions = messages.topology().partitions();
    int count;
    for (int seq = from; seq < to; seq += count) {
      count = partitions.together(seq, Math.min(PER_MESSAGE, to - seq));
      int first = seq;
      var lines = IntStream.range(0, count).mapToObj(i -> words(first + i)).toList();
      messages.send(WORDS, seq, lines, shift);
    }
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

  private static Map<String, Long> counts(JobCluster cluster) throws Exception {
    Map<String, Long> counts = new TreeMap<>();
    for (String line : cluster.lines("counts")) {
      String[] columns = line.split("\t", 2);
      assertThat(counts.put(columns[1], Long.parseLong(columns[0]))).isNull();
    }
    return counts;
  }
}
