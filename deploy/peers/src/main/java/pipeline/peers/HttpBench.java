package pipeline.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import pipeline.lab.process.Closer;
import pipeline.lab.process.Idleness;
import pipeline.lab.process.RunningProgram;
import pipeline.lab.system.BrokerView;
import pipeline.peers.Measurements.Row;

/**
 * wrk posts lines to each contender in turns, with each of some loads. All contenders run for as
 * long as the benchmark: each is warmed up once, since on two busy cores the JVM's compilers take
 * half a minute, in which a line costs up to ten times as much; then every round measures all of
 * them within a minute or so, since the machine's own speed changes over minutes. With a consumer,
 * what is measured ends when the queue is empty; without one the queue is purged.
 */
final class HttpBench implements Bench {

  /** Makes the contenders once, when the first round begins. */
  interface SideSource {
    List<Contender> contenders() throws IOException;
  }

  /** Where a result stands in the report. */
  interface RowOf {
    Row of(String contender, PostLoad load);
  }

  private static final List<PostLoad> SINGLE_LINES =
      List.of(PostLoad.single(32), PostLoad.single(128));

  /** Seconds for a warm server to settle at another load. */
  private static final int SETTLE = 2;

  private static final Duration DRAIN_LIMIT = Duration.ofMinutes(3);

  private final SideSource source;
  private final List<PostLoad> loads;
  private final RowOf rows;
  private final BenchOptions options;
  private final Programs programs;
  private final BrokerView broker;
  private final Measurements measurements;
  private final LoadGenerator load;
  private final List<RunningContender> running = new ArrayList<>();
  private final Closer started = new Closer();

  /** A line a request; a table for each number of connections. */
  static HttpBench ofSingleLines(
      String name,
      SideSource source,
      BenchOptions options,
      BrokerView broker,
      Measurements measurements) {
    RowOf rows = (contender, load) -> new Row(name, load.connectionsOnly(), contender);
    return new HttpBench(source, SINGLE_LINES, rows, options, broker, measurements);
  }

  HttpBench(
      SideSource source,
      List<PostLoad> loads,
      RowOf rows,
      BenchOptions options,
      BrokerView broker,
      Measurements measurements) {
    this.source = source;
    this.loads = loads;
    this.rows = rows;
    this.options = options;
    this.programs = new Programs(options);
    this.broker = broker;
    this.measurements = measurements;
    this.load = new LoadGenerator(logs(), measurements);
  }

  @Override
  public void round(int round) throws IOException, InterruptedException {
    if (running.isEmpty()) {
      startAll();
    }
    for (RunningContender contender : Rotation.of(running, round)) {
      for (PostLoad posted : loads) {
        measure(contender, posted);
      }
    }
  }

  @Override
  public void close() throws IOException {
    started.close();
  }

  private void startAll() throws IOException, InterruptedException {
    for (Contender contender : source.contenders()) {
      RunningContender next = RunningContender.start(contender, logs(), broker);
      started.add(next);
      running.add(next);
      for (PostLoad posted : loads) {
        warmUp(contender.port(), posted, Math.max(1, options.warmup() / loads.size()));
      }
      settle(next);
    }
  }

  private void measure(RunningContender contender, PostLoad posted)
      throws IOException, InterruptedException {
    int port = contender.contender().port();
    warmUp(port, posted, SETTLE);
    settle(contender);
    Row row = rows.of(contender.contender().name(), posted);
    List<ResourceProbe> watches =
        Stream.concat(contender.watch(), Stream.of(ResourceProbe.broker(options.brokerPid())))
            .toList();
    LoadResult result =
        load.measure(
            programs.wrk(port, posted, options.seconds()),
            limit(options.seconds()),
            LoadResult::ofWrk,
            row);
    if (contender.consumer().isPresent()) {
      enterDrain(contender.contender(), contender.consumer().get(), result, row);
    }
    for (ResourceProbe watch : watches) {
      watch.enter(measurements, row, result.lines());
    }
    settle(contender);
  }

  private void warmUp(int port, PostLoad posted, int seconds)
      throws IOException, InterruptedException {
    load.warmUp(programs.wrk(port, posted, seconds), limit(seconds));
  }

  private void enterDrain(Contender contender, RunningProgram consumer, LoadResult result, Row row)
      throws IOException {
    String queue = contender.queue().orElseThrow();
    long end = System.nanoTime();
    measurements.add(row, Metric.QUEUE_AT_END, broker.depth(queue));
    broker.awaitEmpty(queue, DRAIN_LIMIT);
    long idle = Idleness.await(consumer.pid(), DRAIN_LIMIT);
    double seconds = (idle - end) / (double) TimeUnit.SECONDS.toNanos(1);
    measurements.add(row, Metric.DRAIN_SECONDS, seconds);
    measurements.add(row, Metric.MERGED_RATE, result.rateWith(seconds));
  }

  private void settle(RunningContender running) throws IOException {
    Contender contender = running.contender();
    if (contender.queue().isEmpty()) {
      return;
    }
    if (running.consumer().isEmpty()) {
      // what was published without a confirm may still arrive after this; a few do not matter
      broker.purge(contender.queue().get());
      return;
    }
    broker.awaitEmpty(contender.queue().get(), DRAIN_LIMIT);
    Idleness.await(running.consumer().get().pid(), DRAIN_LIMIT);
  }

  private Path logs() {
    return options.out().resolve("logs");
  }

  private static Duration limit(int seconds) {
    return Duration.ofSeconds(seconds + 30L);
  }
}
