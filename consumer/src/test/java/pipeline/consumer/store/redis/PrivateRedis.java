package pipeline.consumer.store.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.awaitility.Awaitility;
import pipeline.wire.redis.RedisLink;
import pipeline.wire.redis.RedisSettings;

/** Debian's Redis as child process, on the loopback, which forces what it has replied to. */
final class PrivateRedis implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(30);

  private final Path directory;
  private final int port = freePort();
  private Process process;

  PrivateRedis(Path directory) throws IOException {
    this.directory = directory;
    start();
  }

  static boolean isInstalled() {
    return Files.isExecutable(Path.of("/usr/bin/redis-server"));
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts it and waits until it has read its file. */
  void start(String... more) throws IOException {
    launch(more);
    Awaitility.await()
        .atMost(START)
        .ignoreExceptions()
        .until(() -> "PONG".equals(ask(RedisCommands::ping)));
  }

  /** Starts it and does not wait. */
  void launch(String... more) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "redis-server",
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--dir",
                directory.toString(),
                "--appendonly",
                "yes",
                "--appendfsync",
                "always",
                "--save",
                "3600 1000000",
                "--enable-debug-command",
                "local"));
    command.addAll(List.of(more));
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("output").toFile()))
            .start();
  }

  String url() {
    return "redis://127.0.0.1:" + port;
  }

  RedisLink link() {
    return new RedisLink(RedisSettings.parse("test", url()));
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

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    try {
      kill();
    } catch (InterruptedException e) {
      throw new IllegalStateException("Redis is still running", e);
    }
  }
}
