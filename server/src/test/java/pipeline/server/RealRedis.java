package pipeline.server;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import org.awaitility.Awaitility;
import pipeline.wire.redis.RedisSettings;

/** Debian's Redis as a child process on the loopback, to be stopped and started again. */
final class RealRedis implements AutoCloseable {
  private static final Path PROGRAM = Path.of("/usr/bin/redis-server");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final int port = freePort();
  private Process process;

  static boolean isInstalled() {
    return Files.isExecutable(PROGRAM);
  }

  RealRedis() throws IOException {
    start();
  }

  /** Starts it, empty, and waits until it answers. */
  void start() throws IOException {
    process =
        new ProcessBuilder(
                PROGRAM.toString(),
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--save",
                "")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    Awaitility.await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> "PONG".equals(ask(RedisCommands::ping)));
  }

  String url() {
    return "redis://127.0.0.1:" + port;
  }

  RedisSettings settings() {
    return RedisSettings.parse("test", url());
  }

  /** Asks on a connection of its own. */
  <T> T ask(Function<RedisCommands<String, String>, T> question) {
    RedisClient client = RedisClient.create(url());
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      return question.apply(connection.sync());
    } finally {
      client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
  }

  /** Sends a signal, such as {@code STOP}. */
  void signal(String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
