package pipeline.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The command line of everything that is started, ours and the peers'. Immutable. */
final class Programs {
  private static final String LOOPBACK = "127.0.0.1";

  private final BenchOptions options;

  Programs(BenchOptions options) {
    this.options = options;
  }

  /** What our client is given, which knows the path below it. */
  static String base(int port) {
    return "http://" + LOOPBACK + ":" + port + "/server";
  }

  static String url(int port) {
    return base(port) + "/textbody/wordcount";
  }

  Program nothing(int port) {
    return peers("nothing", "nothing", "--port", Integer.toString(port));
  }

  Program registry(int port, String queue, boolean safe) {
    Program program =
        peers(
            safe ? "registry-safe" : "registry",
            "registry",
            "--port",
            Integer.toString(port),
            "--amqp",
            options.amqp(),
            "--queue",
            queue);
    return safe ? program.plus("--safe") : program;
  }

  /** Our group commit in its smallest form; our consumer drains it. */
  Program grouped(int port, String queue, String... options) {
    return peers(
            "grouped",
            "grouped",
            "--port",
            Integer.toString(port),
            "--amqp",
            this.options.amqp(),
            "--queue",
            queue)
        .plus(options);
  }

  Program registryConsumer(String queue, int threads, boolean safe) {
    Program program =
        peers(
            "registry-consumer",
            "registry-consumer",
            Integer.toString(threads),
            "--amqp",
            options.amqp(),
            "--queue",
            queue);
    return safe ? program.plus("--safe") : program;
  }

  Program spring(int port, String queue, boolean confirmed) {
    return Program.of("spring", "java", "-jar", at("deploy/peers-spring/target/spring.jar"))
        .with("SERVER_ADDRESS", LOOPBACK)
        .with("SERVER_PORT", Integer.toString(port))
        .with("SPRING_RABBITMQ_ADDRESSES", options.amqp())
        .with("SPRING_PROFILES_ACTIVE", confirmed ? "confirmed" : "unconfirmed")
        .with("QUEUE", queue);
  }

  /** As it comes: group commit, confirmed, mandatory, persistent. */
  Program server(int port, String queue, String... flags) {
    return java("server", at("server/target/server.jar"), flags)
        .with("SERVER_HOST", LOOPBACK)
        .with("SERVER_PORT", Integer.toString(port))
        .with("RABBITMQ_URL", options.amqp())
        .with("QUEUE", queue);
  }

  /** With everything on, and a state of its own, among what deploy/bench removes in the end. */
  Program consumer(int threads, String queue, String... flags) throws IOException {
    Path state = Files.createTempDirectory("bench-state-");
    state.toFile().deleteOnExit(); // if no consumer has been started on it
    return java("consumer", at("consumer/target/consumer.jar"), flags)
        .plus(Integer.toString(threads), "--state", state.toString())
        .with("RABBITMQ_URL", options.amqp())
        .with("QUEUE", queue);
  }

  /** RabbitMQ's own consumer, on one channel, which does nothing with what it gets. */
  Program perfTest(String queue) {
    return Program.of(
        "perf-test",
        "java",
        "-cp",
        peersJar(),
        "com.rabbitmq.perf.PerfTest",
        "--uri",
        options.amqp(),
        "--predeclared",
        "--queue",
        queue,
        "--producers",
        "0",
        "--consumers",
        "1",
        "--qos",
        "1000",
        "--multi-ack-every",
        "100");
  }

  /** Publishes messages of a size, persistent and confirmed, and consumes them at the same time. */
  Program perfTest(String queue, int bytes, int seconds) {
    return Program.of(
        "perf-test",
        "java",
        "-cp",
        peersJar(),
        "com.rabbitmq.perf.PerfTest",
        "--uri",
        options.amqp(),
        "--queue",
        queue,
        "--auto-delete",
        "false",
        "--flag",
        "persistent",
        "--flag",
        "mandatory",
        "--confirm",
        "100",
        "--qos",
        "1000",
        "--multi-ack-every",
        "100",
        "--size",
        Integer.toString(bytes),
        "--time",
        Integer.toString(seconds));
  }

  Program wrk(int port, PostLoad load, int seconds) {
    return Program.of(
        "wrk",
        "wrk",
        "-t1",
        "-c" + load.connections(),
        "-d" + seconds + "s",
        "--timeout",
        "10s",
        "-s",
        at("deploy/peers/src/main/lua/lines.lua"),
        url(port),
        "--",
        options.text().toString(),
        Integer.toString(load.lines()));
  }

  /**
   * Sends for the warm-up, which is left out of its numbers, and then for as long as the others.
   */
  Program warmClient(int port, int threads, int warmup) {
    return client(port, options.text(), threads)
        .plus("--warmup", Integer.toString(warmup))
        .plus("--duration", Integer.toString(warmup + options.seconds()));
  }

  Program client(int port, Path text, int threads) {
    return Program.of(
        "client",
        "java",
        "-jar",
        at("client/target/client.jar"),
        text.toString(),
        Integer.toString(threads),
        "--url",
        base(port));
  }

  /** Posts one and the same line. */
  Program hey(int port, int threads, int seconds) {
    return Program.of(
        "hey",
        "hey",
        "-z",
        seconds + "s",
        "-c",
        Integer.toString(threads),
        "-m",
        "POST",
        "-T",
        "application/json",
        "-D",
        bodyFile(),
        url(port));
  }

  /** Posts one and the same line. */
  Program ab(int port, int threads, int seconds) {
    return Program.of(
        "ab",
        "ab",
        "-q",
        "-k",
        "-c",
        Integer.toString(threads),
        "-t",
        Integer.toString(seconds),
        "-n",
        "100000000",
        "-p",
        bodyFile(),
        "-T",
        "application/json",
        url(port));
  }

  /** A slow line to a port of the loopback. */
  Program proxy(int listen, int target, String delay) {
    return Program.of(
        "proxy",
        "java",
        "-jar",
        at("deploy/faults/target/faults.jar"),
        "proxy",
        Integer.toString(listen),
        Integer.toString(target),
        "--delay",
        delay);
  }

  /** Answers every request with a constant from one worker process. */
  Program nginx(Path configuration) {
    return Program.of("nginx", "nginx", "-c", configuration.toString());
  }

  private String bodyFile() {
    return at("deploy/peers/src/main/lua/line.json");
  }

  private Program peers(String name, String... arguments) {
    return Program.of(name, "java", "-jar", peersJar()).plus(arguments);
  }

  private static Program java(String name, String jar, String... flags) {
    return Program.of(name, "java").plus(flags).plus("-jar", jar);
  }

  private String peersJar() {
    return at("deploy/peers/target/peers.jar");
  }

  private String at(String path) {
    return options.root().resolve(path).toString();
  }
}
