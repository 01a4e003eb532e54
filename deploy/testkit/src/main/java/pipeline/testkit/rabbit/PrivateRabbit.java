package pipeline.testkit.rabbit;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
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
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.FreePort;
import pipeline.testkit.process.PrivateNode;
import pipeline.testkit.process.Tool;

/**
 * A RabbitMQ node of our own on free ports of the loopback, with its own data, cookie and port
 * mapper. Its process is the Erlang machine itself, so that signals hit the broker.
 */
public final class PrivateRabbit implements PrivateNode {
  private static final RabbitInstallation INSTALLATION = RabbitInstallation.named();
  private static final Duration START_LIMIT = Duration.ofMinutes(3);
  private static final int UI_PORT = 15_672;

  /**
   * The limit of a connection and of its handshake, in half of which the library expects the node's
   * first word. A node that works may need seconds for it on a busy machine.
   */
  private static final int CONNECT_MILLIS = 30_000;

  /** The largest body that a node takes: poison may be larger than what our programs take. */
  private static final int MAX_BODY_BYTES = 128 << 20;

  private final Path home;
  private final NodeKind kind;
  private final String name;
  private final Path log;
  private final PortMapper mapper;
  private final int port = FreePort.find();
  private final OptionalInt metricsPort;
  private final OptionalInt managementPort;
  private final Map<String, String> environment;
  private final ChildProcess node;

  /**
   * Starts nothing yet.
   *
   * @param home an existing directory for all its files
   * @throws IOException RabbitMQ is not installed
   */
  public PrivateRabbit(Path home) throws IOException {
    this(NodeKind.PLAIN, home);
  }

  /** A node with its Prometheus plugin, at {@link #metricsPort}; starts nothing yet. */
  public static PrivateRabbit measured(Path home) throws IOException {
    return new PrivateRabbit(NodeKind.MEASURED, home);
  }

  private PrivateRabbit(NodeKind kind, Path home) throws IOException {
    this(
        kind,
        "rabbitmq",
        home,
        home.resolve("rabbitmq.log"),
        PortMapper.in(home, INSTALLATION),
        List.of());
  }

  /**
   * A node with its management UI and its Prometheus plugin, also for people to look at. Starts
   * nothing yet.
   *
   * @param home an existing directory for all its files but the log
   * @param more lines of its configuration, after ours
   */
  public static PrivateRabbit managed(Path home, Path log, List<String> more) throws IOException {
    PortMapper mapper = PortMapper.in(home, INSTALLATION);
    return new PrivateRabbit(NodeKind.MANAGED, "broker", home, log, mapper, more);
  }

  /**
   * The nodes of a cluster, broker-1 and on, to be started one after the other: each joins the
   * first. They are closed together, since they share a port mapper.
   *
   * @param home an existing directory for all their files but the logs, which are NAME.log
   */
  public static List<PrivateRabbit> cluster(Path home, Path logs, int size) throws IOException {
    PortMapper mapper = PortMapper.in(home, INSTALLATION);
    List<String> settings = new ArrayList<>();
    if (!INSTALLATION.isAtLeast(4, 3)) {
      // later nodes agree by Raft about everything
      settings.add("cluster_partition_handling = pause_minority");
    }
    List<PrivateRabbit> nodes = new ArrayList<>();
    for (int i = 1; i <= size; i++) {
      String name = "broker-" + i;
      Path its = Files.createDirectory(home.resolve(name));
      Path log = logs.resolve(name + ".log");
      nodes.add(new PrivateRabbit(NodeKind.MANAGED, name, its, log, mapper, settings));
      if (i == 1) {
        settings.add("cluster_formation.peer_discovery_backend = classic_config");
        settings.add("cluster_formation.classic_config.nodes.1 = broker-1@localhost");
      }
    }
    return nodes;
  }

  private PrivateRabbit(
      NodeKind kind, String name, Path home, Path log, PortMapper mapper, List<String> more)
      throws IOException {
    if (!isInstalled()) {
      throw new IOException(
          INSTALLATION.server() + " is missing (apt-get install rabbitmq-server)");
    }
    this.kind = kind;
    this.name = name;
    this.home = home;
    this.mapper = mapper;
    this.log = log;
    metricsPort = kind.isMeasured() ? OptionalInt.of(FreePort.find()) : OptionalInt.empty();
    managementPort =
        kind.isManaged() ? OptionalInt.of(FreePort.from(UI_PORT)) : OptionalInt.empty();
    environment = environment();
    String settings = kind.settings(INSTALLATION, port, metricsPort, managementPort);
    Files.writeString(home.resolve("rabbitmq.conf"), settings + String.join("\n", more) + "\n");
    Files.writeString(home.resolve("plugins"), kind.plugins());
    ProcessBuilder server =
        new ProcessBuilder("setsid", INSTALLATION.server().toString()).directory(home.toFile());
    server.environment().putAll(environment);
    // the test that manages the node sees it die
    node = ChildProcess.supervised(name, before -> server, status -> kind.isManaged(), log);
  }

  public static boolean isInstalled() {
    return INSTALLATION.exists();
  }

  private Map<String, String> environment() throws IOException {
    Map<String, String> all = new HashMap<>(mapper.environment());
    all.put("RABBITMQ_NODENAME", erlangName());
    all.put("RABBITMQ_NODE_PORT", Integer.toString(port));
    all.put("RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1");
    all.put("RABBITMQ_DIST_PORT", Integer.toString(FreePort.find()));
    all.put("RABBITMQ_MNESIA_BASE", home.resolve("data").toString());
    all.put("RABBITMQ_LOG_BASE", home.resolve("log").toString());
    all.put("RABBITMQ_LOGS", "-");
    all.put("ERL_CRASH_DUMP", home.resolve("erl_crash.dump").toString());
    all.put("RABBITMQ_PID_FILE", home.resolve("pid").toString());
    all.put("RABBITMQ_ENABLED_PLUGINS_FILE", home.resolve("plugins").toString());
    all.put("RABBITMQ_CONFIG_FILE", home.resolve("rabbitmq").toString());
    all.put("RABBITMQ_CONF_ENV_FILE", "/nonexistent");
    // makes the script become the Erlang machine instead of its parent
    all.put("RUNNING_UNDER_SYSTEMD", "true");
    all.put("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", kind.erlangArguments());
    return Map.copyOf(all);
  }

  /** The node's Erlang name; the names of a cluster must be known before its ports are. */
  private String erlangName() {
    return (kind.isManaged() ? name : name + port) + "@localhost";
  }

  /** The node's name, such as broker-1. */
  public String name() {
    return name;
  }

  /** Starts the node and returns when it takes connections. */
  @Override
  public void start() throws IOException, InterruptedException {
    mapper.process().start();
    PrivateNode.super.start();
  }

  @Override
  public ChildProcess node() {
    return node;
  }

  /** The port of the node's Prometheus plugin, if it has one. */
  public OptionalInt metricsPort() {
    return metricsPort;
  }

  /** The port of the node's management UI, if it has one: 15672, or the next one that is free. */
  public OptionalInt managementPort() {
    return managementPort;
  }

  public int port() {
    return port;
  }

  /** The value for RABBITMQ_URL. */
  public String url() {
    return url(port);
  }

  /** The value for RABBITMQ_URL with a proxy's port or the node's own. */
  public static String url(int port) {
    return "amqp://guest:guest@127.0.0.1:" + port;
  }

  /** Opens a new connection, past all proxies. */
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

  /** Waits until the node takes connections; a managed node may have users of its own. */
  @Override
  public void awaitReady() throws IOException, InterruptedException {
    Await.ready(node, START_LIMIT, () -> "", kind.isManaged() ? this::isUp : this::connects);
  }

  private boolean isUp() throws IOException {
    return Files.readString(log).contains("Server startup complete");
  }

  private boolean connects() throws IOException, TimeoutException {
    connect().close();
    return true;
  }

  /** Runs {@code rabbitmqctl} against this node. */
  public String ctl(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(INSTALLATION.ctl().toString());
    command.add("--quiet");
    command.addAll(List.of(arguments));
    return Tool.run(environment, command);
  }

  /** The number of messages in these queues, those with a consumer too. */
  public long messages(List<String> queues) throws IOException {
    return queues("messages").stream()
        .filter(row -> queues.contains(row[0]))
        .mapToLong(row -> Long.parseLong(row[1]))
        .sum();
  }

  /**
   * Asks about all queues by {@code rabbitmqctl}.
   *
   * @param columns what is asked for besides the name, separated by blanks
   */
  public List<String[]> queues(String columns) throws IOException {
    return ctl(("list_queues name " + columns).split(" ", -1))
        .lines()
        .map(line -> line.split("\t", -1))
        .toList();
  }

  /** Kills the node and its port mapper; the files are the caller's. */
  @Override
  public void close() {
    try {
      node.close();
    } finally {
      mapper.process().close();
    }
  }
}
