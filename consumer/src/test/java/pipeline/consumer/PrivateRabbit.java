package pipeline.consumer;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import pipeline.wire.BrokerSettings;
import pipeline.wire.Settings;
import pipeline.wire.Topology;

/** A RabbitMQ node of the test's own, on the loopback, as child process. */
final class PrivateRabbit implements AutoCloseable {
  static final String BINARIES = "/usr/lib/rabbitmq/bin/";
  static final BasicProperties JSON =
      new BasicProperties.Builder().contentType("application/json").deliveryMode(2).build();

  private static final Duration START = Duration.ofSeconds(90);

  final Topology topology;
  private final Path directory;
  private final int port = freePort();
  private final int distributionPort = freePort();
  private Process node;

  PrivateRabbit(Path directory, Topology.QueueType type) throws IOException {
    this.directory = directory;
    this.topology = new Topology("wordcount", type);
    Files.writeString(directory.resolve("plugins"), "[].");
    start();
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void start() throws IOException {
    node = process("rabbitmq-server").start();
    Awaitility.await().atMost(START).ignoreExceptions().until(this::answers);
  }

  private ProcessBuilder process(String program, String... args) {
    ProcessBuilder builder = new ProcessBuilder(BINARIES + program);
    builder.command().addAll(List.of(args));
    builder
        .environment()
        .putAll(
            Map.ofEntries(
                Map.entry("HOME", directory.toString()),
                Map.entry("RABBITMQ_NODENAME", "test" + port + "@localhost"),
                Map.entry("RABBITMQ_NODE_PORT", Integer.toString(port)),
                Map.entry("RABBITMQ_DIST_PORT", Integer.toString(distributionPort)),
                Map.entry("RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1"),
                Map.entry("RABBITMQ_MNESIA_BASE", directory.resolve("mnesia").toString()),
                Map.entry("RABBITMQ_LOG_BASE", directory.resolve("log").toString()),
                Map.entry("RABBITMQ_PID_FILE", directory.resolve("pid").toString()),
                Map.entry("RABBITMQ_ENABLED_PLUGINS_FILE", directory.resolve("plugins").toString()),
                Map.entry("RABBITMQ_CONFIG_FILE", directory.resolve("none").toString()),
                Map.entry("RABBITMQ_CONF_ENV_FILE", "/nonexistent"),
                Map.entry("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "+S 1:1 +sbwt none")));
    return builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("output").toFile()));
  }

  private boolean answers() throws Exception {
    try (Connection connection = connect()) {
      return connection.isOpen();
    }
  }

  String url() {
    return "amqp://guest:guest@127.0.0.1:" + port;
  }

  Connection connect() throws Exception {
    Settings settings = new Settings(Map.of("RABBITMQ_URL", url()), new Properties());
    ConnectionFactory factory = BrokerSettings.from(settings).connectionFactory();
    factory.setMaxInboundMessageBodySize(128 << 20);
    return factory.newConnection("test");
  }

  interface Use<T> {
    T with(Channel channel) throws Exception;
  }

  <T> T channel(Use<T> use) throws Exception {
    try (Connection connection = connect();
        Channel channel = connection.createChannel()) {
      topology.declare(channel.getConnection());
      return use.with(channel);
    }
  }

  /** Publishes to the queue and returns when all is confirmed. */
  void publish(BasicProperties properties, List<byte[]> bodies) throws Exception {
    channel(
        channel -> {
          channel.confirmSelect();
          for (byte[] body : bodies) {
            channel.basicPublish(topology.exchange(), topology.routingKey(), properties, body);
          }
          channel.waitForConfirmsOrDie(30_000);
          return null;
        });
  }

  long ready(String queue) throws Exception {
    return channel(channel -> channel.messageCount(queue));
  }

  /** Runs {@code rabbitmqctl} to its end. */
  void control(String... args) throws Exception {
    Process process = process("rabbitmqctl", args).start();
    if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException("rabbitmqctl failed, see " + directory.resolve("output"));
    }
  }

  /** Dies as by a power button: kill -9 of the node's own processes. */
  void kill() throws Exception {
    List<ProcessHandle> processes = node.descendants().toList();
    node.destroyForcibly().waitFor();
    processes.forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle process : processes) {
      process.onExit().get(10, TimeUnit.SECONDS);
    }
  }

  @Override
  public void close() {
    try {
      kill();
    } catch (Exception e) {
      throw new IllegalStateException("the node is still running", e);
    }
  }
}
