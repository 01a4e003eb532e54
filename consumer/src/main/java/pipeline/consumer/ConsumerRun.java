package pipeline.consumer;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.apache.commons.lang3.StringUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.consumer.amqp.Committer;
import pipeline.consumer.amqp.ConsumerStats;
import pipeline.consumer.amqp.ConsumerThreads;
import pipeline.consumer.amqp.DeadLetters;
import pipeline.consumer.amqp.DeliveryContext;
import pipeline.consumer.amqp.Health;
import pipeline.consumer.amqp.MessageHandler;
import pipeline.consumer.amqp.Subscription;
import pipeline.consumer.amqp.UnackedBytes;
import pipeline.consumer.http.ConsumerHttp;
import pipeline.consumer.http.CostLimitedCache;
import pipeline.consumer.store.Store;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.store.file.FileLimits;
import pipeline.consumer.store.file.FileStore;
import pipeline.consumer.store.file.StateDirectory;
import pipeline.consumer.store.file.StateException;
import pipeline.consumer.store.redis.RedisStore;
import pipeline.consumer.store.redis.RedisStoreReader;
import pipeline.consumer.workload.Tally;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.amqp.BrokerSettings;
import pipeline.wire.amqp.Topology;
import pipeline.wire.process.Console;
import pipeline.wire.query.CountsUnavailableException;
import pipeline.wire.redis.RedisLink;
import pipeline.wire.redis.RedisSettings;
import pipeline.wire.settings.Settings;

/**
 * Builds the parts of the consumer, and runs them once from start to end.
 *
 * @param <P> the payload of an entry
 */
final class ConsumerRun<P> {
  private static final Logger LOG = LoggerFactory.getLogger(ConsumerRun.class);
  private static final int CRASHED = 1;
  private static final int BAD_INPUT = 2;
  private static final String FROM_ENVIRONMENT = "redis";

  private final WorkloadHandler<P> handler;
  private final ConsumerOptions options;
  private final BrokerSettings broker;
  private final Topology topology;
  private final Console console;
  private final Runnable alive;

  /** Empty if the counts are kept here. */
  private final Optional<RedisSettings> redis;

  private final ConsumerStats stats = new ConsumerStats();
  private final Health health = new Health(System::nanoTime);
  private final UnackedBytes unacked;
  private final List<String> queues;

  /**
   * Checks the options and settings; nothing is started or opened.
   *
   * @param alive called while the results are written
   * @throws IllegalArgumentException with one line that names what is wrong
   */
  ConsumerRun(
      WorkloadHandler<P> handler,
      ConsumerOptions options,
      Settings settings,
      Console console,
      Runnable alive) {
    this.handler = handler;
    this.options = options;
    this.broker = BrokerSettings.from(settings);
    this.topology = handler.queue(settings);
    this.queues = options.partitionsOf(topology.partitionQueues());
    this.console = console;
    this.alive = alive;
    this.unacked = new UnackedBytes(options.maxUnackedBytes(), health);
    this.redis = options.store.map(store -> redis(store, settings));
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

  /**
   * Consumes until stopped, then saves and prints.
   *
   * @param stop ends the run when it is counted down
   * @return the exit status: 0, or 1 if something could not be saved
   * @throws StateException if the state must not be used
   */
  int run(CountDownLatch stop) throws StateException {
    topology.warning().ifPresent(console::tell);
    if (options.isAutoAck()) {
      console.tell(
          "--ack auto: what was sent here but is not counted is lost when process or connection"
              + " ends");
    }
    try {
      return redis.isPresent() ? countInRedis(redis.get(), stop) : countHere(stop);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    }
  }

  private int countHere(CountDownLatch stop) throws StateException, InterruptedException {
    FileLimits limits = FileLimits.of(options.cacheBytes(), System::currentTimeMillis);
    if (options.state.isEmpty()) {
      console.tell("counts are in memory only and end with the process; see --state");
      try (FileStore<P> store = FileStore.inMemory(handler, limits)) {
        return consume(store, store.reader(), stop);
      }
    }
    Map<String, String> subject = Map.of("workload", handler.name(), "queue", topology.queue());
    try (StateDirectory directory = StateDirectory.open(options.state.get());
        FileStore<P> store = FileStore.open(directory, subject, handler, limits)) {
      return consume(store, store.reader(), stop);
    }
  }

  private int countInRedis(RedisSettings settings, CountDownLatch stop)
      throws StateException, InterruptedException {
    String queue = topology.queue();
    try (RedisLink link = new RedisLink(settings);
        RedisStore<P> store = new RedisStore<>(handler, link, queue);
        RedisWatch watch = new RedisWatch(link, health, console::tell)) {
      if (!watch.awaitReady(store, stop)) {
        return 1;
      }
      watch.start();
      return consume(store, new RedisStoreReader(handler, link, queue, alive), stop);
    }
  }

  private int consume(Store<P> store, StoreReader reader, CountDownLatch stop)
      throws InterruptedException {
    DeliveryContext context =
        new DeliveryContext(
            topology,
            queues,
            options.threads,
            options.prefetch(),
            options.isAutoAck(),
            new MessageHandler<>(handler, store, stats),
            new DeadLetters(
                broker.connectionFactory(), topology, stats, health, ConsumerRun::crash),
            stats,
            ConsumerThreads.start(options.threads),
            unacked,
            health,
            ConsumerRun::crash);
    try (Subscription subscription =
            new Subscription(broker::connectionFactory, stop::countDown, context);
        ConsumerHttp http = http(reader, subscription);
        Committer committer =
            new Committer(
                context,
                stats.latency().recording(http == null ? store::commit : http.timed(store)),
                store::isCommitDue,
                subscription::consumers,
                options.commitIntervalMillis);
        Monitor monitor = new Monitor(subscription, stats)) {
      subscription.start();
      committer.start();
      if (http != null) {
        LOG.info("the live page is at http://{}/", httpAddress());
      }
      monitor.forget(store);
      monitor.watchRoom(store, health);
      watch(monitor, reader, stop);
      stop.await();
      monitor.stop();
      console.endLive();
      store.stopWaiting();
      subscription.cancel();
      if (subscription.mismatch().isEmpty()) {
        return finish(committer, reader);
      }
      if (stats.deliveries().sum() > 0) {
        finish(committer, reader);
      }
      console.tell(subscription.mismatch().get());
      return BAD_INPUT;
    } catch (IOException e) {
      console.tell("cannot listen on --http " + httpAddress() + ": " + e.getMessage());
      return 1;
    }
  }

  private String httpAddress() {
    return StringUtils.substringAfterLast(options.http.orElseThrow().toString(), "/");
  }

  /** Starts the HTTP server; null without {@code --http}. */
  private ConsumerHttp http(StoreReader reader, Subscription subscription) throws IOException {
    return options.http.isPresent()
        ? new ConsumerHttp(
            options.http.orElseThrow(),
            handler,
            reader,
            subscription::consumers,
            subscription::queueLength,
            stats,
            unacked,
            health)
        : null;
  }

  private void watch(Monitor monitor, StoreReader reader, CountDownLatch stop) {
    if (console.interactive()) {
      Monitor.LiveLine line =
          new Monitor.LiveLine(console, handler.unit(), System.nanoTime(), reader.lines());
      CostLimitedCache<Map<String, Long>> figures =
          new CostLimitedCache<>(() -> Tally.of(reader, handler, 0).figures(), System::nanoTime);
      monitor.show(line, reader::lines, redis.isEmpty() ? figures::get : Map::of);
    }
    options.untilIdle().ifPresent(limit -> monitor.watch(limit, stop::countDown));
  }

  private int finish(Committer committer, StoreReader reader) {
    int status = 0;
    try {
      committer.finish();
    } catch (IOException e) {
      console.tell(
          "the last counts are not saved, their messages will be redelivered: " + Health.words(e));
      status = 1;
    }
    try {
      ConsumerReport report = new ConsumerReport(handler, console.out(), alive);
      report.printTotals(reader.lines(), reader);
      if (options.report) {
        report.printProof(reader, stats);
      }
      return report.dump(reader, options.dump, console) ? status : 1;
    } catch (CountsUnavailableException e) {
      console.tell("the counts cannot be read: " + e.getMessage());
      return 1;
    }
  }

  /** Halts the process at once: the durable state is right, the memory may not be. */
  private static void crash(Throwable cause) {
    try {
      LOG.error("the process ends; restarted, it continues from its durable state", cause);
    } finally {
      Runtime.getRuntime().halt(CRASHED);
    }
  }
}
