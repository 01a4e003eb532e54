package pipeline.testkit.rabbit;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeoutException;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.FreePort;
import pipeline.testkit.process.StuckException;
import pipeline.testkit.process.SupervisedProcess;
import pipeline.testkit.process.Tool;

/**
 * A RabbitMQ node of our own on free ports of the loopback, with its own data, cookie and port
 * mapper. Its process is the Erlang machine itself, so that signals hit the broker.
 */
public final class PrivateRabbit implements Closeable {
  private static final RabbitInstallation INSTALLATION = RabbitInstallation.named();
  private static final Duration START_LIMIT = Duration.ofSeconds(90);
  private static final int CONNECT_MILLIS = 2_000;

  /** Poison may be larger than what our programs take. */
  private static final int MAX_BODY_BYTES = 128 << 20;

  private final Path home;
  private final OptionalInt metricsPort;
  private final int port = FreePort.find();
  private final Map<String, String> environment;
  private final SupervisedProcess portMapper;
  private final SupervisedProcess node;

  /**
   * Starts nothing yet.
   *
   * @param home an existing directory for all its files
   * @throws IOException RabbitMQ is not installed
   */
  public PrivateRabbit(Path home) throws IOException {
    this(home, OptionalInt.empty());
  }

  /** The same with its Prometheus plugin, at {@link #metricsPort}. */
  public static PrivateRabbit measured(Path home) throws IOException {
    return new PrivateRabbit(home, OptionalInt.of(FreePort.find()));
  }

  private PrivateRabbit(Path home, OptionalInt metricsPort) throws IOException {
    if (!isInstalled()) {
      throw new IOException(
          INSTALLATION.server() + " is missing (apt-get install rabbitmq-server)");
    }
    this.home = home;
    this.metricsPort = metricsPort;
    environment = environment();
    Files.writeString(home.resolve("rabbitmq.conf"), settings());
    String plugins = metricsPort.isPresent() ? "[rabbitmq_prometheus].\n" : "[].\n";
    Files.writeString(home.resolve("plugins"), plugins);
    String mapperPort = environment.get("ERL_EPMD_PORT");
    List<String> mapper =
        List.of(INSTALLATION.epmd(), "-address", "127.0.0.1", "-port", mapperPort);
    portMapper = child("epmd", mapper);
    node = child("rabbitmq", List.of(INSTALLATION.server().toString()));
  }

  public static boolean isInstalled() {
    return INSTALLATION.exists();
  }

  /** Stores queues as the nodes of deploy/lib/rabbitmq.sh do: faults must hit the same path. */
  private String settings() throws IOException {
    String settings = "listeners.tcp.default = 127.0.0.1:" + port + "\n";
    if (metricsPort.isPresent()) {
      settings += "prometheus.tcp.ip = 127.0.0.1\n";
      settings += "prometheus.tcp.port = " + metricsPort.getAsInt() + "\n";
      // the node counts messages anyway; what else the plugin brings along costs something
      settings += "management_agent.disable_metrics_collector = true\n";
    }
    if (INSTALLATION.hasQueueVersions()) {
      settings += "classic_queue.default_version = 2\n";
    }
    if (INSTALLATION.isAtLeast(4, 3)) {
      settings += "deprecated_features.permit.transient_nonexcl_queues = true\n";
    }
    if (!INSTALLATION.isAtLeast(4, 0)) {
      settings += "queue_index_embed_msgs_below = 16384\n";
    }
    return settings;
  }

  private SupervisedProcess child(String name, List<String> command) {
    return new SupervisedProcess(
        name,
        before -> {
          ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
          builder.environment().putAll(environment);
          return builder;
        },
        status -> false,
        home.resolve(name + ".log"));
  }

  private Map<String, String> environment() throws IOException {
    Map<String, String> all = new HashMap<>();
    all.put("HOME", home.toString());
    all.put("ERL_EPMD_PORT", Integer.toString(FreePort.find()));
    all.put("ERL_EPMD_ADDRESS", "127.0.0.1");
    all.put("RABBITMQ_NODENAME", "test" + port + "@localhost");
    all.put("RABBITMQ_NODE_PORT", Integer.toString(port));
    all.put("RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1");
    all.put("RABBITMQ_DIST_PORT", Integer.toString(FreePort.find()));
    all.put("RABBITMQ_MNESIA_BASE", home.resolve("data").toString());
    all.put("RABBITMQ_LOG_BASE", home.resolve("log").toString());
    all.put("RABBITMQ_PID_FILE", home.resolve("pid").toString());
    all.put("RABBITMQ_ENABLED_PLUGINS_FILE", home.resolve("plugins").toString());
    all.put("RABBITMQ_CONFIG_FILE", home.resolve("rabbitmq").toString());
    all.put("RABBITMQ_CONF_ENV_FILE", "/nonexistent");
    // makes the script become the Erlang machine instead of its parent
    all.put("RUNNING_UNDER_SYSTEMD", "true");
    all.put(
        "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS",
        // one scheduler is enough for tests; a broker that is measured has one a CPU, as any has
        (metricsPort.isPresent() ? "" : "+S 1:1 ")
            + "+sbwt none +sbwtdcpu none +sbwtdio none"
            + " -kernel inet_dist_use_interface {127,0,0,1}");
    return Map.copyOf(all);
  }

  /** Starts the node and returns when it takes connections. */
  public void start() throws IOException, InterruptedException, StuckException {
    portMapper.start();
    node.start();
    awaitReady();
  }

  /** Kill -9; {@link #start} starts it again, with what it had on disk. */
  public void kill() {
    node.kill();
  }

  /** SIGSTOP. */
  public void freeze() throws IOException {
    node.freeze();
  }

  /** SIGCONT. */
  public void thaw() throws IOException {
    node.thaw();
  }

  /** The node's process, to be killed and frozen. */
  public SupervisedProcess node() {
    return node;
  }

  /** Of its Prometheus plugin, if it has one. */
  public OptionalInt metricsPort() {
    return metricsPort;
  }

  public int port() {
    return port;
  }

  /** The value for RABBITMQ_URL. */
  public String url() {
    return url(port);
  }

  /** The value for RABBITMQ_URL, over a proxy's port or the node's own. */
  public static String url(int port) {
    return "amqp://guest:guest@127.0.0.1:" + port;
  }

  /** A new connection, past all proxies. */
  public Connection connect() throws IOException, TimeoutException {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost("127.0.0.1");
    factory.setPort(port);
    factory.setConnectionTimeout(CONNECT_MILLIS);
    factory.setHandshakeTimeout(CONNECT_MILLIS);
    factory.setMaxInboundMessageBodySize(MAX_BODY_BYTES);
    factory.setAutomaticRecoveryEnabled(false);
    return factory.newConnection("test");
  }

  public void awaitReady() throws InterruptedException, StuckException {
    Await.until(
        "RabbitMQ",
        START_LIMIT,
        () -> {
          connect().close();
          return true;
        });
  }

  /** Runs {@code rabbitmqctl} against this node. */
  public String ctl(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(INSTALLATION.ctl().toString());
    command.add("--quiet");
    command.addAll(List.of(arguments));
    return Tool.run(environment, command);
  }

  /** Kills the node and its port mapper; the files are the caller's. */
  @Override
  public void close() {
    try {
      node.close();
    } finally {
      portMapper.close();
    }
  }
}
