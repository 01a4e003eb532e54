package pipeline.faults;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import pipeline.testkit.process.StuckException;
import pipeline.testkit.rabbit.PrivateRabbit;
import pipeline.testkit.redis.PrivateRedis;

/**
 * What outlives a run and serves the next one of the same worker: a broker and, if the job asks for
 * it, a Redis.
 */
record Services(PrivateRabbit rabbit, Optional<PrivateRedis> redis) implements Closeable {

  /** Starts nothing yet; the files are the caller's, below {@code home}. */
  static Services in(Path home, boolean redis) throws IOException {
    return new Services(
        new PrivateRabbit(Files.createDirectory(home.resolve("rabbit"))),
        redis
            ? Optional.of(new PrivateRedis(Files.createDirectory(home.resolve("redis"))))
            : Optional.empty());
  }

  void start() throws IOException, InterruptedException, StuckException {
    rabbit.start();
    if (redis.isPresent()) {
      redis.get().start();
    }
  }

  /** Waits for one that was started again. */
  void awaitReady(Part part) throws InterruptedException, StuckException {
    if (part == Part.BROKER) {
      rabbit.awaitReady();
    } else if (part == Part.REDIS) {
      redis.orElseThrow().awaitReady();
    }
  }

  @Override
  public void close() throws IOException {
    try (Closer closer = new Closer()) {
      closer.add(rabbit);
      redis.ifPresent(closer::add);
    }
  }
}
