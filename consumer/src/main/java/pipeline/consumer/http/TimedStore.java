package pipeline.consumer.http;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import pipeline.consumer.store.QuotaExceededException;
import pipeline.consumer.store.Store;
import pipeline.wire.codec.Entry;

/**
 * A store whose commits are timed, and whose trouble is noted. Thread-safe as the store is.
 *
 * @param <P> the payload of an entry
 */
final class TimedStore<P> implements Store<P> {
  private static final Duration[] BUCKETS =
      LongStream.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000)
          .mapToObj(Duration::ofMillis)
          .toArray(Duration[]::new);

  private final Store<P> store;
  private final Timer commits;
  private final Timer failures;
  private volatile boolean failing;

  TimedStore(Store<P> store, MeterRegistry registry) {
    this.store = store;
    commits = timer(registry, "ok");
    failures = timer(registry, "failed");
    Gauge.builder("pipeline.consumer.store.failing", this, timed -> timed.failing ? 1 : 0)
        .description("1 if the last commit failed: nothing is acked until one succeeds")
        .strongReference(true)
        .register(registry);
  }

  private static Timer timer(MeterRegistry registry, String outcome) {
    return Timer.builder("pipeline.consumer.commit")
        .description("commits of the store; acks follow them")
        .tag("outcome", outcome)
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }

  @Override
  public int add(List<Entry<P>> entries) throws QuotaExceededException {
    return store.add(entries);
  }

  @Override
  public void commit() throws IOException {
    long begin = System.nanoTime();
    try {
      store.commit();
      commits.record(System.nanoTime() - begin, TimeUnit.NANOSECONDS);
      failing = false;
    } catch (IOException e) {
      failures.record(System.nanoTime() - begin, TimeUnit.NANOSECONDS);
      failing = true;
      throw e;
    }
  }

  @Override
  public void close() {
    store.close();
  }
}
