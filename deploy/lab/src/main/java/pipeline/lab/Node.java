package pipeline.lab;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import pipeline.testkit.process.AtExit;
import pipeline.testkit.process.PrivateNode;
import pipeline.testkit.rabbit.PrivateRabbit;
import pipeline.testkit.redis.PrivateRedis;

/**
 * Entry point for the checks: {@code Node rabbitmq DIR} or {@code Node redis DIR} is a RabbitMQ
 * node or a Redis of their own, until SIGTERM. DIR exists, and gets all files. When it is ready, a
 * line says its kind, its ports and its pid; the ports of RabbitMQ are those of AMQP, the
 * management UI and the Prometheus plugin. {@code NODE_SETTINGS} has more lines of its
 * configuration, such as passwords, which a command line would show.
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
        PrivateRedis redis = new PrivateRedis(home);
        serve(redis, "redis " + redis.port(), out);
      } else {
        String more = Objects.requireNonNullElse(System.getenv("NODE_SETTINGS"), "");
        Path log = home.resolve("rabbitmq.log");
        PrivateRabbit rabbit = PrivateRabbit.managed(home, log, more.lines().toList());
        int ui = rabbit.managementPort().orElseThrow();
        int metrics = rabbit.metricsPort().orElseThrow();
        serve(rabbit, "rabbitmq %s %s %s".formatted(rabbit.port(), ui, metrics), out);
      }
      return 0;
    } catch (IOException e) {
      err.println("node: " + e.getMessage());
      return 1;
    } catch (InterruptedException e) {
      return 0;
    }
  }

  private static void serve(PrivateNode node, String ports, PrintStream out)
      throws IOException, InterruptedException {
    try (node) {
      node.start();
      // in one piece, since a reader may look before the line is whole
      out.println(ports + " " + node.node().pid());
      new CountDownLatch(1).await();
    }
  }
}
