package pipeline.testkit.redis;

import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.FreePort;
import pipeline.testkit.process.PrivateNode;

/**
 * A Redis of our own on a free port of the loopback, which answers a write only when it is on the
 * disk.
 */
public final class PrivateRedis implements PrivateNode {
  private static final String PROGRAM = "/usr/bin/redis-server";
  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final int ANSWER_MILLIS = 5_000;

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
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(
            "setsid", // the terminal's Ctrl-C is for us, who then stop things in order
            PROGRAM,
            "--port",
            Integer.toString(port),
            "--bind",
            "127.0.0.1",
            "--dir",
            home.toString(),
            "--appendonly",
            "yes",
            "--appendfsync",
            "always",
            "--save",
            ""));
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
    Await.ready(node, START_LIMIT, () -> "", () -> send("PING").equals("+PONG"));
  }

  /** Deletes all keys. */
  public void flush() throws IOException {
    String answer = send("FLUSHALL");
    if (!answer.equals("+OK")) {
      throw new IOException("Redis does not forget: " + answer);
    }
  }

  /** A number among those that Redis tells about itself, such as {@code used_memory}. */
  public long figure(String name) throws IOException {
    try (Socket socket = asked("INFO")) {
      int bytes = Integer.parseInt(line(socket).substring(1)); // after the $ of a bulk string
      String info =
          new String(socket.getInputStream().readNBytes(bytes), StandardCharsets.US_ASCII);
      return info.lines()
          .filter(line -> line.startsWith(name + ":"))
          .map(line -> Long.valueOf(line.substring(name.length() + 1)))
          .findFirst()
          .orElseThrow(() -> new IOException("Redis has no figure " + name));
    }
  }

  /**
   * Makes Redis refuse writes that need memory while it uses more than {@code bytes}; 0 for no
   * limit.
   */
  public void limitMemory(long bytes) throws IOException {
    String answer = send("CONFIG SET maxmemory " + bytes);
    if (!answer.equals("+OK")) {
      throw new IOException("Redis has no limit of memory: " + answer);
    }
  }

  /** Sends an inline command, and returns the first line of the answer. */
  private String send(String command) throws IOException {
    try (Socket socket = asked(command)) {
      return line(socket);
    }
  }

  private Socket asked(String command) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(ANSWER_MILLIS);
    socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static String line(Socket socket) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = socket.getInputStream().read(); c >= 0 && c != '\n'; ) {
      line.append((char) c);
      c = socket.getInputStream().read();
    }
    return line.toString().stripTrailing();
  }

  /** Asks Redis on a connection of its own; for modules that have Lettuce. */
  public <T> T ask(Function<RedisCommands<String, String>, T> question) {
    return RedisQuery.ask(url(), question);
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
