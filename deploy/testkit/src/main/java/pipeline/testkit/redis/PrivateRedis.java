package pipeline.testkit.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.FreePort;
import pipeline.testkit.process.PrivateNode;
import pipeline.testkit.process.Tool;

/**
 * A Redis of our own on a free port of the loopback, which answers a write only when it is on the
 * disk.
 */
public final class PrivateRedis implements PrivateNode {
  private static final String PROGRAM = "/usr/bin/redis-server";
  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

  private final int port = FreePort.find();
  private final ChildProcess node;
  private volatile List<String> startOptions = List.of();

  /**
   * Starts nothing yet.
   *
   * @param home an existing directory for all its files
   * @param options more than every start has, such as {@code --save}
   */
  public PrivateRedis(Path home, String... options) throws IOException {
    // in a session of its own: the terminal's Ctrl-C is for us, who then stop things in order
    String start = "setsid " + PROGRAM + " --port " + port + " --bind 127.0.0.1";
    List<String> command = new ArrayList<>(List.of(start.split(" ", -1)));
    command.addAll(List.of("--appendonly", "yes", "--appendfsync", "always", "--save", ""));
    command.addAll(List.of("--dir", home.toString()));
    command.addAll(List.of(options));
    node =
        ChildProcess.supervised(
            "redis",
            before ->
                new ProcessBuilder(Stream.concat(command.stream(), startOptions.stream()).toList()),
            status -> false,
            home.resolve("redis.log"));
  }

  public static boolean isInstalled() {
    return Files.isExecutable(Path.of(PROGRAM));
  }

  /** Starts Redis without the options of an earlier {@link #launch}. */
  @Override
  public void start() throws IOException, InterruptedException {
    launch();
    awaitReady();
  }

  /** Starts Redis with these options added, and does not wait. */
  public void launch(String... options) throws IOException {
    startOptions = List.of(options);
    node.start();
  }

  @Override
  public void awaitReady() throws IOException, InterruptedException {
    Await.ready(node, START_LIMIT, () -> "", () -> send("PING").equals("PONG"));
  }

  /** Deletes all keys. */
  public void flush() throws IOException {
    change("FLUSHALL");
  }

  /** A number among those that Redis tells about itself, such as {@code used_memory}. */
  public long figure(String name) throws IOException {
    return send("INFO")
        .lines()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> Long.valueOf(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow(() -> new IOException("Redis has no figure " + name));
  }

  /**
   * Makes Redis refuse writes that need memory while it uses more than {@code bytes}; 0 for no
   * limit.
   */
  public void limitMemory(long bytes) throws IOException {
    change("CONFIG", "SET", "maxmemory", Long.toString(bytes));
  }

  private void change(String... command) throws IOException {
    String answer = send(command);
    if (!answer.equals("OK")) {
      throw new IOException("Redis answers to " + String.join(" ", command) + ": " + answer);
    }
  }

  private String send(String... command) throws IOException {
    List<String> cli = new ArrayList<>(List.of("redis-cli", "-p", Integer.toString(port)));
    cli.addAll(List.of(command));
    return Tool.run(Map.of(), cli).strip();
  }

  /** Asks Redis on a connection of its own; for modules that have Lettuce. */
  public <T> T ask(Function<RedisCommands<String, String>, T> question) {
    return WithLettuce.ask(url(), question);
  }

  /** A class apart, since programs without Lettuce have a Redis too. */
  private static final class WithLettuce {
    private static <T> T ask(String url, Function<RedisCommands<String, String>, T> question) {
      RedisClient client = RedisClient.create(url);
      try (StatefulRedisConnection<String, String> connection = client.connect()) {
        return question.apply(connection.sync());
      } finally {
        client.shutdown(Duration.ZERO, CLOSE_LIMIT);
      }
    }
  }

  @Override
  public ChildProcess node() {
    return node;
  }

  public int port() {
    return port;
  }

  /** The value for {@code --store} and REDIS_URL. */
  public String url() {
    return url(port);
  }

  /** The value for {@code --store} with a proxy's port or that of Redis. */
  public static String url(int port) {
    return "redis://127.0.0.1:" + port;
  }
}
