package pipeline.lab.system;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import pipeline.lab.process.CloseableStack;
import pipeline.testkit.process.StuckException;
import pipeline.testkit.rabbit.PrivateRabbit;
import pipeline.testkit.redis.PrivateRedis;

/**
 * The services that outlive a run and serve the next one of the same worker: a broker and, if the
 * runs need it, a Redis.
 */
public record Services(PrivateRabbit rabbit, Optional<PrivateRedis> redis) implements Closeable {

  /** Services with their files below {@code home}, which the caller removes; starts nothing yet. */
  public static Services in(Path home, boolean redis) throws IOException {
    return of(new PrivateRabbit(Files.createDirectory(home.resolve("rabbit"))), home, redis);
  }

  /** Services with a broker that shows its {@link BrokerCounters}; starts nothing yet. */
  public static Services measured(Path home, boolean redis) throws IOException {
    return of(PrivateRabbit.measured(Files.createDirectory(home.resolve("rabbit"))), home, redis);
  }

  private static Services of(PrivateRabbit rabbit, Path home, boolean redis) throws IOException {
    return new Services(
        rabbit,
        redis
            ? Optional.of(new PrivateRedis(Files.createDirectory(home.resolve("redis"))))
            : Optional.empty());
  }

  public void start() throws IOException, InterruptedException, StuckException {
    rabbit.start();
    if (redis.isPresent()) {
      redis.get().start();
    }
  }

  @Override
  public void close() throws IOException {
    try (CloseableStack resources = new CloseableStack()) {
      resources.add(rabbit);
      redis.ifPresent(resources::add);
    }
  }
}
