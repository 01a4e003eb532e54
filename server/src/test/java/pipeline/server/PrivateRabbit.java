package pipeline.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A RabbitMQ of the test's own: its node name, ports, port mapper and directory are nobody else's,
 * everything listens on the loopback, and only processes it started are signalled.
 */
final class PrivateRabbit implements AutoCloseable {
  private static final Path PROGRAMS = Path.of("/usr/lib/rabbitmq/bin");
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Path directory = Files.createTempDirectory("private-rabbit");
  private final int port = freePort();
  private final int mapperPort = freePort();
  private final Map<String, String> environment;
  private final Process mapper;
  private Process node;

  static boolean isInstalled() {
    return Files.isExecutable(PROGRAMS.resolve("rabbitmq-server"));
  }

  PrivateRabbit() throws IOException {
    environment =
        Map.ofEntries(
            Map.entry("HOME", directory.toString()),
            Map.entry("RABBITMQ_NODENAME", "server-it-" + port + "@localhost"),
            Map.entry("RABBITMQ_NODE_PORT", Integer.toString(port)),
            Map.entry("RABBITMQ_DIST_PORT", Integer.toString(freePort())),
            Map.entry("RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1"),
            Map.entry("ERL_EPMD_PORT", Integer.toString(mapperPort)),
            Map.entry("ERL_EPMD_ADDRESS", "127.0.0.1"),
            Map.entry("RABBITMQ_MNESIA_BASE", directory.resolve("mnesia").toString()),
            Map.entry("RABBITMQ_LOG_BASE", directory.resolve("log").toString()),
            Map.entry("RABBITMQ_PID_FILE", pidFile().toString()),
            Map.entry("RABBITMQ_ENABLED_PLUGINS_FILE", directory.resolve("plugins").toString()),
            Map.entry("RABBITMQ_CONFIG_FILE", directory.resolve("rabbitmq").toString()),
            Map.entry("RABBITMQ_CONF_ENV_FILE", "/nonexistent"),
            Map.entry(
                "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS",
                "+sbwt none +sbwtdcpu none +sbwtdio none"
                    + " -kernel inet_dist_use_interface {127,0,0,1}"));
    mapper = process("epmd.log", "epmd", "-port", Integer.toString(mapperPort));
  }

  String url() {
    return "amqp://guest:guest@127.0.0.1:" + port;
  }

  /** Starts the node, again after a kill, and waits until it takes connections. */
  void start() throws IOException {
    Files.deleteIfExists(pidFile());
    node = process("node.log", PROGRAMS.resolve("rabbitmq-server").toString());
    Awaitility.await().atMost(PATIENCE).until(() -> Files.exists(pidFile()) && answers());
  }

  /** {@code rabbitmqctl} with these arguments. */
  String ctl(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(PROGRAMS.resolve("rabbitmqctl").toString());
    command.add("-q");
    command.addAll(List.of(arguments));
    Process ctl = process("ctl.log", command.toArray(new String[0]));
    if (!ctl.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || ctl.exitValue() != 0) {
      ctl.destroyForcibly();
      throw new IOException(
          "rabbitmqctl failed: " + Files.readString(directory.resolve("ctl.log")));
    }
    return Files.readString(directory.resolve("ctl.log"));
  }

  /** Sends the Erlang machine a signal: KILL, STOP, CONT or TERM. */
  void signal(String name) throws IOException {
    String pid = Files.readString(pidFile()).strip();
    new ProcessBuilder("kill", "-" + name, pid).inheritIO().start().onExit().join();
    if (name.equals("KILL")) {
      node.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }
  }

  @Override
  public void close() throws IOException {
    if (node != null && node.isAlive()) {
      signal("KILL");
    }
    mapper.destroy();
    mapper.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    List<Path> left;
    try (Stream<Path> files = Files.walk(directory)) {
      left = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : left) {
      Files.delete(file);
    }
  }

  private Path pidFile() {
    return directory.resolve("pid");
  }

  private boolean answers() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private Process process(String log, String... command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    builder.redirectErrorStream(true).redirectOutput(directory.resolve(log).toFile());
    return builder.start();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
