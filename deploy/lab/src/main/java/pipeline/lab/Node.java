package pipeline.lab;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import pipeline.testkit.process.AtExit;
import pipeline.testkit.rabbit.PrivateRabbit;
import pipeline.testkit.redis.PrivateRedis;

/**
 * Entry point for the checks: {@code Node rabbitmq DIR} or {@code Node redis DIR} is a RabbitMQ
 * node or a Redis of their own, until SIGTERM. DIR exists, and gets all files. When it is ready, a
 * line says its kind and its ports: of RabbitMQ those of AMQP, the management UI and the Prometheus
 * plugin, and then the pid. {@code NODE_SETTINGS} has more lines of its configuration, such as
 * passwords, which a command line would show.
 */
public final class Node {
  private Node() {}

  public static void main(String[] args) {
    System.exit(AtExit.interrupting(() -> run(args, System.out, System.err)));
  }

  private static int run(String[] args, PrintStream out, PrintStream err) {
    if (args.length != 2 || !List.of("rabbitmq", "redis").contains(args[0])) {
      err.println("node: rabbitmq DIR or redis DIR is needed");
      return 2;
    }
    Path home = Path.of(args[1]).toAbsolutePath();
    try {
      if (args[0].equals("redis")) {
        serveRedis(home, out);
      } else {
        serveRabbit(home, out);
      }
      return 0;
    } catch (IOException e) {
      err.println("node: " + e.getMessage());
      return 1;
    } catch (InterruptedException e) {
      return 0;
    }
  }

  private static void serveRedis(Path home, PrintStream out)
      throws IOException, InterruptedException {
    try (PrivateRedis redis = new PrivateRedis(home)) {
      redis.start();
      out.println("redis " + redis.port());
      untilInterrupted();
    }
  }

  private static void serveRabbit(Path home, PrintStream out)
      throws IOException, InterruptedException {
    List<String> more =
        Optional.ofNullable(System.getenv("NODE_SETTINGS")).stream()
            .flatMap(String::lines)
            .toList();
    try (PrivateRabbit rabbit = PrivateRabbit.managed(home, home.resolve("rabbitmq.log"), more)) {
      rabbit.start();
      int ui = rabbit.managementPort().orElseThrow();
      int metrics = rabbit.metricsPort().orElseThrow();
      long pid = rabbit.node().pid();
      // in one piece, since a reader may look before the line is whole
      out.println("rabbitmq %s %s %s %s".formatted(rabbit.port(), ui, metrics, pid));
      untilInterrupted();
    }
  }

  private static void untilInterrupted() throws InterruptedException {
    new CountDownLatch(1).await();
  }
}
