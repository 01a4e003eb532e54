package pipeline.consumer.http;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.apache.commons.lang3.function.FailableRunnable;
import pipeline.consumer.amqp.ConsumerStats;
import pipeline.consumer.amqp.Health;
import pipeline.consumer.amqp.QueueConsumer;
import pipeline.consumer.store.Room;
import pipeline.consumer.store.RunTotals;
import pipeline.wire.process.ProgramMetrics;
import pipeline.wire.query.CountsUnavailableException;

/**
 * The metrics of the consumer and of its JVM, for Prometheus. Figures that are counted anyway are
 * read at a scrape, so that a delivery costs nothing more. Thread-safe.
 */
final class ConsumerMetrics implements AutoCloseable {
  private static final Duration[] COMMIT_BUCKETS =
      LongStream.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000)
          .mapToObj(Duration::ofMillis)
          .toArray(Duration[]::new);

  /** The bounds of the latency's buckets, in seconds. */
  private static final double[] LATENCY_BUCKETS = {
    .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 20, 60, 300, 3_600
  };

  private static final double MICROS_PER_SECOND = 1e6;

  private final ProgramMetrics program = new ProgramMetrics();
  private final PrometheusMeterRegistry registry = program.registry();

  /** The last figures that could be read: a counter must not decrease. */
  private volatile RunTotals lastRuns = new RunTotals(0, 0, 0, List.of());

  /**
   * Metrics of a consumer.
   *
   * @param consumers those of the present session
   * @param queueLength messages that wait, -1 while that is not known
   * @param runs throws {@link CountsUnavailableException} while they cannot be read
   */
  ConsumerMetrics(
      ConsumerStats stats,
      Supplier<List<QueueConsumer>> consumers,
      LongSupplier queueLength,
      Health health,
      Supplier<RunTotals> runs) {
    registry.getPrometheusRegistry().register(() -> latency(stats.latency().recorded()));
    watchMessages(stats, consumers);
    watchHealth(queueLength, health);
    watchCounts(runs);
  }

  /**
   * The latency as a metric, made from its own histogram: those of the registry take no weighted
   * samples.
   */
  private static MetricSnapshot latency(Histogram micros) {
    ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
    long below = 0;
    for (double bound : LATENCY_BUCKETS) {
      long within = micros.getCountBetweenValues(0, Math.round(bound * MICROS_PER_SECOND));
      buckets.bucket(bound, within - below);
      below = within;
    }
    buckets.bucket(Double.POSITIVE_INFINITY, micros.getTotalCount() - below);
    return HistogramSnapshot.builder()
        .name("pipeline_consumer_latency_seconds")
        .help("from the publishing of a line to the commit that counts it")
        .dataPoint(
            HistogramSnapshot.HistogramDataPointSnapshot.builder()
                .classicHistogramBuckets(buckets.build())
                .sum(micros.getMean() * micros.getTotalCount() / MICROS_PER_SECOND)
                .build())
        .build();
  }

  private void watchMessages(ConsumerStats stats, Supplier<List<QueueConsumer>> consumers) {
    counter("messages.delivered", "deliveries, repeated ones too", stats.deliveries()::sum);
    counter("messages.redelivered", "deliveries marked as repeated", stats.redelivered()::sum);
    counter("messages.dead", "messages moved to the dead queue", stats.dead()::sum);
    counter(
        "entries.refused",
        "entries that went to the dead queue, though they can be read",
        stats.forgotten()::sum,
        "reason",
        "forgotten");
    counter(
        "messages.acked",
        "messages acked, or moved to the dead queue; from 0 with each connection",
        () -> consumers.get().stream().mapToLong(QueueConsumer::acked).sum());
    gauge(
        "consumer.messages.unacked",
        "messages added that wait for a commit",
        () -> consumers.get().stream().mapToLong(QueueConsumer::unacked).sum());
    gauge("consumer.channels", "channels that consume", () -> consumers.get().size());
  }

  private void watchHealth(LongSupplier queueLength, Health health) {
    gauge(
        "consumer.queue.ready",
        "messages that wait in the queue; NaN while that is not known",
        () -> queueLength.getAsLong() < 0 ? Double.NaN : queueLength.getAsLong());
    gauge(
        "consumer.broker.up", "1 if the broker answers", () -> queueLength.getAsLong() < 0 ? 0 : 1);
    gauge(
        "consumer.healthy",
        "1 if lines are counted; else /health says why not",
        () -> health.trouble().isEmpty() ? 1 : 0);
    gauge(
        "consumer.store.failing",
        "1 if the last commit failed, or hangs: nothing is acked until one succeeds",
        () -> health.isFailing(Health.Part.STORE) ? 1 : 0);
  }

  private void watchCounts(Supplier<RunTotals> runs) {
    Supplier<RunTotals> latest =
        () -> {
          try {
            lastRuns = runs.get();
          } catch (CountsUnavailableException e) {
            // keep the last figures
          }
          return lastRuns;
        };
    counter(
        "entries.counted",
        "entries in the store, each counted once; of all consumers that share it",
        () -> latest.get().counted());
    counter(
        "duplicates.dropped",
        "copies of entries that were counted before",
        () -> latest.get().duplicates());
    gauge("consumer.runs", "runs whose identities are remembered", () -> latest.get().runs());
  }

  private void counter(String name, String help, LongSupplier number, String... tags) {
    // a counter holds its object weakly
    FunctionCounter.builder("pipeline.consumer." + name, this, self -> number.getAsLong())
        .description(help)
        .tags(tags)
        .register(registry);
  }

  private void gauge(String name, String help, Supplier<Number> number, String... tags) {
    Gauge.builder("pipeline." + name, number).description(help).tags(tags).register(registry);
  }

  /** Registers gauges of the used part of a room and its limit; NaN while it has no limit. */
  void watch(String name, Supplier<Optional<Room>> room) {
    gauge("budget.used", "how much of the room is used", of(room, Room::used), "budget", name);
    gauge("budget.limit", "the most that it holds", of(room, Room::limit), "budget", name);
  }

  private static Supplier<Number> of(Supplier<Optional<Room>> room, Function<Room, Number> number) {
    return () -> room.get().map(number).orElse(Double.NaN);
  }

  /** A store's commit, timed; to be called once. */
  FailableRunnable<IOException> timed(FailableRunnable<IOException> commit) {
    Timer ok = commits("ok");
    Timer failed = commits("failed");
    return () -> {
      Timer.Sample sample = Timer.start();
      Timer outcome = failed;
      try {
        commit.run();
        outcome = ok;
      } finally {
        sample.stop(outcome);
      }
    };
  }

  private Timer commits(String outcome) {
    return Timer.builder("pipeline.consumer.commit")
        .description("commits of the store; acks follow them")
        .tag("outcome", outcome)
        .serviceLevelObjectives(COMMIT_BUCKETS)
        .register(registry);
  }

  /** All metrics in Prometheus' text format 0.0.4. */
  String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    program.close();
  }
}
