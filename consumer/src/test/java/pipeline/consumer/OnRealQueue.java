package pipeline.consumer;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.function.Failable;
import org.apache.commons.lang3.function.FailableFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.consumer.store.Entries;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.Java;
import pipeline.testkit.rabbit.OnPrivateRabbit;
import pipeline.wire.amqp.Topology;
import pipeline.wire.codec.Entry;

/** The finished jar on a real RabbitMQ of the module's own, whose queues each test finds empty. */
@Timeout(480)
public abstract class OnRealQueue extends OnPrivateRabbit {
  protected static final Duration SOON = Duration.ofSeconds(30);
  protected static final int LINES = 400;
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  protected static final Topology TOPOLOGY = new Topology("wordcount", Topology.QueueType.CLASSIC);
  protected static final BasicProperties JSON = ofType("application/json");

  /**
   * The JVM options of a heap that holds half of 100,000 new words; an OutOfMemoryError ends the
   * JVM as in deploy/ec2.
   */
  protected static final List<String> SMALL_HEAP =
      List.of("-Xmx64m", "-XX:+ExitOnOutOfMemoryError");

  @TempDir protected Path temp;
  protected Path dump;

  /** The number of threads with which the consumer is started. */
  protected int threads = 2;

  @BeforeEach
  protected void emptyQueues() throws Exception {
    dump = temp.resolve("counts.tsv");
    onChannel(
        channel -> {
          channel.queuePurge(TOPOLOGY.queue());
          return channel.queuePurge(TOPOLOGY.deadQueue());
        });
  }

  /** Starts the finished jar. */
  protected ChildProcess start(List<String> jvmOptions, String... args) throws IOException {
    List<String> options = new ArrayList<>(List.of("-Xmx1g"));
    options.addAll(jvmOptions);
    ProcessBuilder builder = Java.jar(Path.of("target", "consumer.jar"), options, args);
    builder.environment().put("RABBITMQ_URL", rabbit.url());
    return ChildProcess.startApart("consumer", builder, temp);
  }

  /** Starts the jar with {@link #threads}, a state directory, a dump and a report. */
  protected ChildProcess consumer(List<String> jvmOptions, String... more) throws IOException {
    return start(jvmOptions, withState(more));
  }

  protected ChildProcess consumer(String... more) throws IOException {
    return consumer(List.of(), more);
  }

  private String[] withState(String... more) {
    String state = temp.resolve("state").toString();
    String[] some = {
      Integer.toString(threads), "--state", state, "--dump", dump.toString(), "--report"
    };
    return ArrayUtils.addAll(some, more);
  }

  /**
   * The JVM options that inject faults.
   *
   * @param faults such as {@code con.afterClaim:2}, the place at which the process is to die; see
   *     the module {@code hooks}
   */
  protected static List<String> withFaults(String faults) {
    return List.of(
        "-javaagent:" + Path.of("..", "deploy", "hooks", "target", "hooks.jar=" + faults));
  }

  /** The JVM options with which deploy/ec2 starts the jar. */
  protected static List<String> memoryOfTheUnit() throws IOException {
    String unit = Files.readString(Path.of("..", "deploy", "ec2", "pipeline-consumer.service"));
    Matcher memory = Pattern.compile("\"MEMORY=([^\"]+)\"").matcher(unit.replace("\\\n", " "));
    assertThat(memory.find()).as("the unit says something about memory").isTrue();
    return List.of(memory.group(1).strip().split("\\s+"));
  }

  /**
   * Runs what {@link #consumer} starts in this process, which is faster, until it is idle. Until
   * the broker has noticed that the one before died, it keeps that one's messages to itself.
   */
  protected Ended runUntilIdle() {
    await()
        .atMost(SOON)
        .until(() -> onChannel(channel -> channel.consumerCount(TOPOLOGY.queue())) == 0);
    Map<String, String> env = Map.of("RABBITMQ_URL", rabbit.url());
    return Ended.run(env, new CountDownLatch(1), withState("--until-idle", "1"));
  }

  /** The counts of the dump. */
  protected Map<String, Long> dumped() throws IOException {
    Map<String, Long> counts = new TreeMap<>();
    for (String line : Files.readAllLines(dump)) {
      String[] columns = line.split("\t", 2);
      counts.put(columns[1], Long.parseLong(columns[0]));
    }
    return counts;
  }

  protected static <T> T onChannel(FailableFunction<Channel, T, Exception> use) throws Exception {
    try (Connection connection = rabbit.connect();
        Channel channel = connection.createChannel()) {
      TOPOLOGY.declare(connection);
      return use.apply(channel);
    }
  }

  protected static BasicProperties ofType(String contentType) {
    return new BasicProperties.Builder().contentType(contentType).deliveryMode(2).build();
  }

  /** The answer to a GET of the path at a port of the loopback. */
  protected static HttpResponse<String> get(int port, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    return HTTP.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  /** Publishes to the queue and returns when all is confirmed. */
  protected static void publish(BasicProperties properties, List<byte[]> bodies) throws Exception {
    onChannel(
        channel -> {
          channel.confirmSelect();
          for (byte[] body : bodies) {
            channel.basicPublish(TOPOLOGY.exchange(), TOPOLOGY.routingKey(0), properties, body);
          }
          channel.waitForConfirmsOrDie(30_000);
          return null;
        });
  }

  /** Publishes each line in a message of its own, every third one twice. */
  protected static void publishLines(int from, int to) throws Exception {
    List<byte[]> bodies = new ArrayList<>();
    for (int seq = from; seq < to; seq++) {
      byte[] body = Entries.message(Entries.range(seq, seq + 1));
      bodies.add(body);
      if (seq % 3 == 0) {
        bodies.add(body);
      }
    }
    publish(JSON, bodies);
  }

  /** Publishes entries in a message each. */
  protected static void publishEach(Stream<Entry<Map<String, Integer>>> entries) throws Exception {
    publish(JSON, entries.map(entry -> Entries.message(List.of(entry))).toList());
  }

  /** Publishes lines of {@code words} words that no other has, of {@code letters} letters. */
  protected static void publishNewWords(int lines, int words, int letters) throws Exception {
    IntFunction<String> line =
        seq ->
            IntStream.range(seq * words, (seq + 1) * words)
                .mapToObj(word -> word + "x".repeat(letters))
                .collect(joining(" "));
    publishEach(IntStream.range(0, lines).mapToObj(seq -> Entries.line(seq, line.apply(seq))));
  }

  /** Waits long, since collecting the garbage of a small heap takes a busy machine minutes. */
  protected void assertNewWords(ChildProcess consumer) throws Exception {
    assertThat(consumer.await(Duration.ofMinutes(3))).as(consumer.err()).isZero();
    assertThat(dumped().values()).hasSize(100_000).containsOnly(1L);
    assertThat(consumer.out()).contains("lines=1000 of=? missing=0 ");
  }

  /** Takes all messages from the dead queue. */
  protected static List<GetResponse> takeDead() throws Exception {
    return onChannel(
        channel ->
            Stream.generate(Failable.asSupplier(() -> channel.basicGet(TOPOLOGY.deadQueue(), true)))
                .takeWhile(Objects::nonNull)
                .toList());
  }

  /** The number of messages that are ready in the queue. */
  protected static long ready() throws Exception {
    return onChannel(channel -> channel.messageCount(TOPOLOGY.queue()));
  }

  protected static void awaitDelivered() {
    await().atMost(SOON).until(() -> ready() == 0);
  }

  /**
   * Waits until the queue has no message any more, not even an unacked one. A node that is busy may
   * refuse {@code rabbitmqctl}, or take a minute to start it.
   */
  protected static void awaitAcked() {
    await()
        .atMost(Duration.ofMinutes(3))
        .ignoreException(IOException.class)
        .until(() -> rabbit.messages(List.of(TOPOLOGY.queue())) == 0);
  }

  /** The counts after {@link #publishLines} of lines 0 to {@code lines - 1}. */
  protected static Map<String, Long> countsOf(int lines) {
    Map<String, Long> counts = new TreeMap<>();
    counts.put("all", (long) lines);
    for (int seq = 0; seq < lines; seq++) {
      counts.merge("w" + seq % 10, 1L, Long::sum);
    }
    return counts;
  }

  /** Returns the consumer when it has ended and counted the lines. */
  protected Ended assertExact(ChildProcess consumer, int lines) throws Exception {
    return assertExact(Ended.of(consumer), lines);
  }

  protected Ended assertExact(Ended consumer, int lines) throws Exception {
    assertThat(consumer.status()).as(consumer.err()).isZero();
    assertThat(dumped()).isEqualTo(countsOf(lines));
    assertThat(consumer.out())
        .contains("lines=%s words=%s distinct=11\n".formatted(lines, 2 * lines))
        .contains("run %s lines=%s of=? missing=0 ".formatted(Entries.RUN, lines));
    awaitDelivered();
    return consumer;
  }
}
