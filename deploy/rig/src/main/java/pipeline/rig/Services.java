package pipeline.rig;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import pipeline.rig.machine.CloseableStack;
import pipeline.testkit.rabbit.PrivateRabbit;
import pipeline.testkit.redis.PrivateRedis;

/**
 * The broker that rigs stand on and, if their consumers need it, a Redis. They outlive a rig and
 * serve the next one.
 *
 * @param root the checkout
 * @param amqp the broker's URL
 * @param nodes those of the broker that are ours to kill and to close
 * @param redisUrl empty for no Redis
 * @param redis the Redis that is ours to kill and to close
 */
public record Services(
    Path root,
    String amqp,
    List<PrivateRabbit> nodes,
    String redisUrl,
    Optional<PrivateRedis> redis)
    implements Closeable {

  /**
   * Starts a broker and, if it is wanted, a Redis, each with its files in a folder of its own.
   *
   * @param home for those folders, {@code rabbit} and {@code redis}, which the caller removes
   * @param measured whether the broker has its Prometheus plugin
   */
  public static Services start(Path root, Path home, boolean measured, boolean redis)
      throws IOException, InterruptedException {
    Path rabbitHome = Files.createDirectory(home.resolve("rabbit"));
    PrivateRabbit rabbit =
        measured ? PrivateRabbit.measured(rabbitHome) : new PrivateRabbit(rabbitHome);
    Optional<PrivateRedis> store =
        redis
            ? Optional.of(new PrivateRedis(Files.createDirectory(home.resolve("redis"))))
            : Optional.empty();
    Services services =
        new Services(
            root, rabbit.url(), List.of(rabbit), store.map(PrivateRedis::url).orElse(""), store);
    try {
      rabbit.start();
      if (store.isPresent()) {
        store.get().start();
      }
      return services;
    } catch (IOException | InterruptedException | RuntimeException e) {
      services.close();
      throw e;
    }
  }

  /** The first node of the broker. */
  public PrivateRabbit rabbit() {
    return nodes.get(0);
  }

  @Override
  public void close() throws IOException {
    try (CloseableStack resources = new CloseableStack()) {
      nodes.forEach(resources::add);
      redis.ifPresent(resources::add);
    }
  }
}
