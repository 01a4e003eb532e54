package pipeline.consumer;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import pipeline.consumer.amqp.Health;
import pipeline.consumer.store.Store;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.store.file.FileLimits;
import pipeline.consumer.store.file.FileStore;
import pipeline.consumer.store.file.StateDirectory;
import pipeline.consumer.store.file.StateException;
import pipeline.consumer.store.redis.RedisStore;
import pipeline.consumer.store.redis.RedisStoreReader;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.amqp.Backoff;
import pipeline.wire.query.CountsUnavailableException;
import pipeline.wire.redis.RedisLink;
import pipeline.wire.redis.RedisSettings;
import pipeline.wire.settings.Settings;

/**
 * Opens the store that the command line selects.
 *
 * @param <P> the payload of an entry
 */
final class StoreChoice<P> {
  private static final String FROM_ENVIRONMENT = "redis";

  private final WorkloadHandler<P> handler;
  private final ConsumerOptions options;
  private final String queue;
  private final Consumer<String> complain;
  private final Health health;
  private final RedisSettings redis;

  /**
   * Reads the options and {@code REDIS_URL}; nothing is opened yet.
   *
   * @param complain receives lines that the user should read about the store
   * @param health told of a store that does not answer, or must not be used any more
   * @throws IllegalArgumentException that names the bad option or setting
   */
  StoreChoice(
      WorkloadHandler<P> handler,
      ConsumerOptions options,
      Settings settings,
      String queue,
      Consumer<String> complain,
      Health health) {
    this.handler = handler;
    this.options = options;
    this.queue = queue;
    this.complain = complain;
    this.health = health;
    this.redis = options.store().map(store -> redis(store, settings)).orElse(null);
  }

  /**
   * Reads {@code REDIS_URL}. Other users can read a command line, so a password comes from the
   * environment.
   */
  private static RedisSettings redis(String store, Settings settings) {
    if (store.equals(FROM_ENVIRONMENT)) {
      return RedisSettings.from(settings)
          .orElseThrow(() -> new IllegalArgumentException("--store redis needs REDIS_URL"));
    }
    if (store.contains("@")) {
      throw new IllegalArgumentException(
          "--store must hold no user and password: put the URL in REDIS_URL, and say --store"
              + " redis");
    }
    return RedisSettings.parse("--store", store);
  }

  /** Uses a store and returns the exit status. */
  interface Use<P> {
    int with(Store<P> store, StoreReader reader);
  }

  /**
   * Opens the store for as long as it is used.
   *
   * @param stop ends the waiting for a store that is away
   * @return what {@code use} returned, or 1 if it was stopped before the store could be reached
   * @throws StateException if the state must not be used
   */
  int open(CountDownLatch stop, Use<P> use) throws StateException, InterruptedException {
    if (redis != null) {
      return openRedis(stop, use);
    }
    FileLimits limits = FileLimits.of(options.cacheBytes(), System::currentTimeMillis);
    if (options.state().isEmpty()) {
      complain.accept("counts are in memory only and end with the process; see --state");
      try (FileStore<P> store = FileStore.inMemory(handler, limits)) {
        return use.with(store, store.reader());
      }
    }
    Map<String, String> subject = Map.of("workload", handler.name(), "queue", queue);
    try (StateDirectory directory = StateDirectory.open(options.state().get());
        FileStore<P> store = FileStore.open(directory, subject, handler, limits)) {
      return use.with(store, store.reader());
    }
  }

  private int openRedis(CountDownLatch stop, Use<P> use)
      throws StateException, InterruptedException {
    try (RedisLink link = new RedisLink(redis);
        RedisStore<P> store = new RedisStore<>(handler, link, queue);
        RedisWatch watch = new RedisWatch(link, health, complain, RedisWatch.SETUP_MILLIS)) {
      Backoff backoff = new Backoff();
      boolean told = false;
      while (true) {
        try {
          watch.check();
          store.learnHorizon();
          store.durabilityWarning().ifPresent(complain);
          break;
        } catch (CountsUnavailableException e) {
          if (!told) {
            complain.accept("waiting for --store: " + e.getMessage());
            told = true;
          }
          if (stop.await(backoff.nextMillis(), TimeUnit.MILLISECONDS)) {
            return 1;
          }
        }
      }
      watch.start();
      return use.with(store, new RedisStoreReader(handler, link, queue));
    }
  }
}
