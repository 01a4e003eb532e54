package pipeline.consumer;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.consumer.amqp.Health;
import pipeline.consumer.store.file.StateException;
import pipeline.consumer.store.redis.RedisSetup;
import pipeline.consumer.store.redis.RedisStore;
import pipeline.consumer.thread.RepeatingTimer;
import pipeline.wire.amqp.Backoff;
import pipeline.wire.query.CountsUnavailableException;
import pipeline.wire.redis.RedisLink;

/**
 * Watches the Redis that keeps the counts on the thread {@code store-watch}: whether it answers,
 * also while nothing is counted, and whether it is still set up to keep them.
 */
final class RedisWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RedisWatch.class);
  private static final long LOOK_MILLIS = 1_000;

  private final RedisLink link;
  private final Health health;
  private final Consumer<String> complain;
  private final RepeatingTimer timer = new RepeatingTimer("store-watch");

  private boolean isReplicated;

  /**
   * Watches nothing until it is started.
   *
   * @param complain receives a line that the user should read
   */
  RedisWatch(RedisLink link, Health health, Consumer<String> complain) {
    this.link = link;
    this.health = health;
    this.complain = complain;
  }

  /**
   * Makes a store ready to count: waits for Redis if it is away, and looks at its setup.
   *
   * @return false if {@code stop} was counted down first
   * @throws StateException if it may throw counts away
   */
  boolean awaitReady(RedisStore<?> store, CountDownLatch stop)
      throws StateException, InterruptedException {
    Backoff backoff = new Backoff();
    boolean told = false;
    while (true) {
      try {
        check();
        store.learnHorizon();
        RedisSetup.durabilityWarning(link).ifPresent(complain);
        return true;
      } catch (CountsUnavailableException e) {
        if (!told) {
          complain.accept("waiting for --store: " + e.getMessage());
          told = true;
        }
        if (stop.await(backoff.nextMillis(), TimeUnit.MILLISECONDS)) {
          return false;
        }
      }
    }
  }

  /**
   * Looks at the setup before anything is counted.
   *
   * @throws CountsUnavailableException if Redis cannot be asked
   * @throws StateException if it may throw counts away
   */
  void check() throws StateException {
    RedisSetup setup = RedisSetup.of(link);
    if (setup.evicts().isPresent()) {
      throw new StateException("--store " + link + ": " + setup.evicts().get());
    }
    setup
        .unknown()
        .ifPresent(
            why ->
                complain.accept(
                    "--store %s: maxmemory-policy and replicas are not known, since %s; is it noeviction?"
                        .formatted(link, why)));
    tellOfReplicas(setup);
  }

  void start() {
    timer.every(LOOK_MILLIS, this::look);
  }

  private void look() {
    RedisSetup setup;
    health.begins(Health.Part.STORE_ANSWERS);
    try {
      setup = RedisSetup.of(link);
      health.works(Health.Part.STORE_ANSWERS);
    } catch (CountsUnavailableException e) {
      health.fails(Health.Part.STORE_ANSWERS, "the store is away: " + Health.words(e));
      return;
    }
    if (setup.evicts().isEmpty()) {
      health.works(Health.Part.STORE_SETTINGS);
    } else if (health.fails(Health.Part.STORE_SETTINGS, setup.evicts().get())) {
      LOG.error(setup.evicts().get());
    }
    tellOfReplicas(setup);
  }

  private void tellOfReplicas(RedisSetup setup) {
    if (setup.isReplicated() && !isReplicated) {
      isReplicated = true;
      complain.accept(
          "--store %s has replicas: counts that it has confirmed can be lost when one takes over"
              .formatted(link));
    }
  }

  @Override
  public void close() {
    timer.close();
  }
}
