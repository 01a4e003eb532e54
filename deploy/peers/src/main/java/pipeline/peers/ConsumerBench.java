package pipeline.peers;

import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import pipeline.lab.process.Idleness;
import pipeline.lab.process.Program;
import pipeline.lab.process.RunningProgram;
import pipeline.lab.system.BrokerView;
import pipeline.peers.Measurements.Row;

/**
 * Drains a backlog, each time made anew. The clock runs from the last look at the whole backlog, so
 * that the start-up before the first message is left out, until the queue is empty and the consumer
 * idle. CPU is taken whole, start-up included.
 */
final class ConsumerBench implements Bench {
  private static final int GROUPED = 30;
  private static final int DISTINCT_WORDS = 1_000_000;
  private static final int WORDS_PER_LINE = 10;
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration DRAIN_LIMIT = Duration.ofMinutes(10);
  private static final int[] THREADS = {1, 2, 4};
  private static final String BENCH = "consumer";
  private static final String OURS_QUEUE = "bench-drain-ours";
  private static final String REGISTRY_QUEUE = "bench-drain-r1";

  /** Of its own, since PerfTest leaves up to 99 messages unacknowledged, which come back. */
  private static final String PERF_TEST_QUEUE = "bench-drain-perf-test";

  private final BenchOptions options;
  private final Programs programs;
  private final BrokerView broker;
  private final Measurements measurements;

  ConsumerBench(BenchOptions options, BrokerView broker, Measurements measurements) {
    this.options = options;
    this.programs = new Programs(options);
    this.broker = broker;
    this.measurements = measurements;
  }

  /** One backlog and who drains it. */
  private record Drain(
      String load, String contender, String queue, Filling filling, Program drainer, int grouped) {}

  private interface Filling {
    void fill(Backlog backlog) throws IOException, InterruptedException, TimeoutException;
  }

  @Override
  public void round(int round) throws IOException, InterruptedException, TimeoutException {
    for (Drain drain : Rotation.of(drains(), round)) {
      drain(drain);
    }
  }

  private List<Drain> drains() throws IOException {
    int lines = options.backlog();
    Filling single = backlog -> backlog.fill(BacklogWords.ofText(options.text()), lines, 1);
    Filling grouped = backlog -> backlog.fill(BacklogWords.ofText(options.text()), lines, GROUPED);
    Filling distinct =
        backlog ->
            backlog.fill(BacklogWords.distinct(DISTINCT_WORDS, WORDS_PER_LINE), lines, GROUPED);
    Filling serialized =
        backlog -> backlog.fillSerialized(BacklogWords.ofText(options.text()), lines);
    String one = "one line a message";
    String many = GROUPED + " lines a message";
    List<Drain> drains = new ArrayList<>();
    for (int threads : THREADS) {
      String contender =
          threads == 1 ? Contenders.OURS : Contenders.OURS + ", " + threads + " threads";
      drains.add(new Drain(one, contender, OURS_QUEUE, single, ours(threads), 1));
      drains.add(new Drain(many, contender, OURS_QUEUE, grouped, ours(threads), GROUPED));
    }
    drains.add(
        new Drain(one, "PerfTest", PERF_TEST_QUEUE, single, programs.perfTest(PERF_TEST_QUEUE), 1));
    drains.add(
        new Drain(
            many,
            "PerfTest",
            PERF_TEST_QUEUE,
            grouped,
            programs.perfTest(PERF_TEST_QUEUE),
            GROUPED));
    drains.add(new Drain(one, Contenders.REGISTRY, REGISTRY_QUEUE, serialized, registry(false), 1));
    drains.add(
        new Drain(one, Contenders.REGISTRY_SAFE, REGISTRY_QUEUE, serialized, registry(true), 1));
    drains.add(
        new Drain("10^6 distinct words", Contenders.OURS, OURS_QUEUE, distinct, ours(1), GROUPED));
    return drains;
  }

  private Program ours(int threads) throws IOException {
    return programs.statefulConsumer(threads, OURS_QUEUE);
  }

  private Program registry(boolean safe) {
    return programs.registryConsumer(REGISTRY_QUEUE, 1, safe);
  }

  private void drain(Drain drain) throws IOException, InterruptedException, TimeoutException {
    try (Channel channel = broker.newChannel()) {
      Backlog filler = new Backlog(channel, drain.queue());
      broker.purge(drain.queue());
      drain.filling().fill(filler);
    }
    int messages = (options.backlog() + drain.grouped() - 1) / drain.grouped();
    Row row = new Row(BENCH, drain.load(), drain.contender());
    ResourceProbe brokerWatch = ResourceProbe.broker(options.brokerPid());
    try (RunningProgram drainer =
        RunningProgram.start(drain.drainer(), options.out().resolve("logs"))) {
      ResourceProbe watch = ResourceProbe.consumer(drainer);
      long start = broker.awaitTaken(drain.queue(), messages, START_LIMIT);
      broker.awaitEmpty(drain.queue(), DRAIN_LIMIT);
      long end = Idleness.await(drainer.pid(), DRAIN_LIMIT);
      double seconds = (end - start) / (double) TimeUnit.SECONDS.toNanos(1);
      measurements.add(row, Metric.RATE, options.backlog() / seconds);
      watch.enter(measurements, row, options.backlog());
      brokerWatch.enter(measurements, row, options.backlog());
    }
  }
}
