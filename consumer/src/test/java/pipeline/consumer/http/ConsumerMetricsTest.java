package pipeline.consumer.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.commons.lang3.function.FailableRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import pipeline.consumer.amqp.ConsumerStats;
import pipeline.consumer.amqp.Health;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.Room;
import pipeline.consumer.store.RunTotals;
import pipeline.consumer.store.file.FileStore;
import pipeline.wire.amqp.PublishTime;
import pipeline.wire.query.CountsUnavailableException;

/** The metrics say what the consumer counts anyway, and never go back. */
class ConsumerMetricsTest {
  private final ConsumerStats stats = new ConsumerStats();
  private final FileStore<Map<String, Integer>> counts = CountedStore.words();
  private final Health health = new Health(System::nanoTime);
  private final AtomicLong waiting = new AtomicLong(7);

  private final ConsumerMetrics metrics =
      new ConsumerMetrics(stats, List::of, waiting::get, health, this::runs);

  private boolean isAway;

  private RunTotals runs() {
    if (isAway) {
      throw new CountsUnavailableException("away", null);
    }
    return counts.reader().runTotals(1);
  }

  @AfterEach
  void close() {
    metrics.close();
  }

  @Test
  void whatIsCountedIsThereAtTheNextScrapeAndDoesNotGoBackWhileItCannotBeRead() throws Exception {
    assertShown("messages_delivered_total 0.0");
    stats.deliveries().add(2);
    stats.redelivered().increment();
    stats.dead().increment();
    stats.forgotten().add(3);
    counts.add(
        List.of(Entries.line(0, "a"), Entries.line(0, "a"), Entries.line(1, "a")), List.of());
    // a counter holds its source weakly
    System.gc();

    assertShown(
        "messages_delivered_total 2.0",
        "messages_redelivered_total 1.0",
        "messages_dead_total 1.0",
        "entries_refused_total{reason=\"forgotten\"} 3.0",
        "entries_counted_total 2.0",
        "duplicates_dropped_total 1.0",
        "runs 1.0",
        "queue_ready 7.0",
        "broker_up 1.0",
        "channels 0.0");
    isAway = true;
    assertShown("entries_counted_total 2.0", "duplicates_dropped_total 1.0");
  }

  @Test
  void latencyHasABucketForEachBoundAndAWeightForEachLine() throws Exception {
    BasicProperties now =
        PublishTime.stamp(new BasicProperties.Builder(), PublishTime.nowMicros()).build();
    BasicProperties longAgo = PublishTime.stamp(new BasicProperties.Builder(), 0).build();
    stats.latency().added(now, 5);
    stats.latency().added(longAgo, 2);
    stats.latency().recording(() -> {}).run();

    assertShown(
        "latency_seconds_bucket{le=\"60.0\"} 5",
        "latency_seconds_bucket{le=\"3600.0\"} 5",
        "latency_seconds_bucket{le=\"+Inf\"} 7",
        "latency_seconds_count 7");
  }

  @Test
  void roomShowsItsUseAndItsLimitAlsoOfAStoreThatGetsOneWhileItIsUsed() {
    AtomicReference<Optional<Room>> room = new AtomicReference<>(Optional.empty());
    metrics.watch("store", room::get);
    System.gc();
    assertShown("budget_used{budget=\"store\"} NaN", "budget_limit{budget=\"store\"} NaN");
    room.set(Optional.of(new Room(3, 16, "")));
    assertShown("budget_used{budget=\"store\"} 3.0", "budget_limit{budget=\"store\"} 16.0");
  }

  @Test
  void commitsAreTimedWithTheirOutcomes() throws Exception {
    Deque<IOException> failures = new ArrayDeque<>(List.of(new IOException("no space")));
    FailableRunnable<IOException> commit =
        metrics.timed(
            () -> {
              if (!failures.isEmpty()) {
                throw failures.remove();
              }
            });
    assertThatThrownBy(commit::run).hasMessage("no space");
    assertShown(
        "commit_seconds_count{outcome=\"failed\"} 1", "commit_seconds_count{outcome=\"ok\"} 0");
    commit.run();
    assertShown(
        "commit_seconds_count{outcome=\"ok\"} 1",
        "commit_seconds_bucket{outcome=\"ok\",le=\"+Inf\"} 1");
  }

  @Test
  void whatKeepsLinesFromBeingCountedShowsAndABrokerThatIsAwayIsNoEmptyQueue() {
    health.works(Health.Part.BROKER);
    assertShown("healthy 1.0", "store_failing 0.0");
    health.fails(Health.Part.STORE, "full");
    assertShown("healthy 0.0", "store_failing 1.0");
    health.works(Health.Part.STORE);
    health.fails(Health.Part.DEAD_QUEUE, "full");
    assertShown("healthy 0.0", "store_failing 0.0");
    waiting.set(-1);
    assertShown("queue_ready NaN", "broker_up 0.0");
  }

  /** Asserts that each sample is there, without the begin of its name that all have. */
  private void assertShown(String... samples) {
    assertThat(metrics.scrape().lines())
        .extracting(line -> line.replaceFirst("^pipeline_(consumer_)?", ""))
        .contains(samples);
  }
}
