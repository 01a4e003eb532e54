package pipeline.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import pipeline.lab.process.Program;
import pipeline.lab.system.CommandLines;
import pipeline.lab.system.Jars;

/** The pipeline's programs, and what only benchmarks start beside them. Immutable. */
final class Programs extends CommandLines {

  private final BenchOptions options;

  Programs(BenchOptions options) {
    super(Jars.builtIn(options.root()), options.amqp());
    this.options = options;
  }

  Program nothing(int port) {
    return peer("nothing", "nothing", "--port", Integer.toString(port));
  }

  /** Our group commit in its smallest form; our consumer drains it. */
  Program grouped(int port, String queue, String... options) {
    return peer(
            "grouped",
            "grouped",
            "--port",
            Integer.toString(port),
            "--amqp",
            amqp(),
            "--queue",
            queue)
        .plus(options);
  }

  /** With everything on, and a state of its own, among what deploy/bench removes in the end. */
  Program statefulConsumer(int threads, String queue, String... flags) throws IOException {
    Path state = Files.createTempDirectory("bench-state-");
    state.toFile().deleteOnExit(); // if no consumer has been started on it
    return consumer(threads, queue, flags).plus("--state", state.toString());
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
        amqp(),
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
        lines(port),
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
    return client(List.of(text.toString(), Integer.toString(threads))).plus("--url", base(port));
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
        lines(port));
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
        lines(port));
  }

  /** A slow line to a port of the loopback. */
  Program proxy(int listen, int target, String delay) {
    return ours("deploy/faults")
        .plus("proxy", Integer.toString(listen), Integer.toString(target), "--delay", delay);
  }

  /** Answers every request with a constant from one worker process. */
  Program nginx(Path configuration) {
    return Program.of("nginx", "nginx", "-c", configuration.toString());
  }

  private String bodyFile() {
    return at("deploy/peers/src/main/lua/line.json");
  }

  private String peersJar() {
    return at("deploy/peers/target/peers.jar");
  }

  private String at(String path) {
    return options.root().resolve(path).toString();
  }
}
