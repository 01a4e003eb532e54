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
 * wrk posts lines to each contender in turns, at 32 and at 128 connections. All contenders run for
 * as long as the benchmark: each is warmed up once, since on two busy cores the JVM's compilers
 * take half a minute, in which a line costs up to ten times as much; then every round measures all
 * of them within a minute or so, since the machine's own speed changes over minutes. With a
 * consumer, what is measured ends when the queue is empty; without one the queue is purged.
 */
final class HttpBench implements Bench {

  /** Makes the contenders once, when the first round begins. */
  interface SideSource {
    List<Contender> contenders() throws IOException;
  }

  private static final int[] CONNECTIONS = {32, 128};
  private static final int MOST_CONNECTIONS = 128;

  /** Seconds for a warm server to settle at another number of connections. */
  private static final int SETTLE = 2;

  private static final int WRK_THREADS = 1;
  private static final Duration DRAIN_LIMIT = Duration.ofMinutes(3);

  private final String name;
  private final SideSource source;
  private final BenchOptions options;
  private final Programs programs;
  private final BrokerView broker;
  private final Measurements measurements;
  private final LoadGenerator load;
  private final List<RunningContender> running = new ArrayList<>();
  private final Closer started = new Closer();

  HttpBench(
      String name,
      SideSource source,
      BenchOptions options,
      BrokerView broker,
      Measurements measurements) {
    this.name = name;
    this.source = source;
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
      for (int connections : CONNECTIONS) {
        measure(contender, connections);
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
      warmUp(contender.port(), MOST_CONNECTIONS, options.warmup());
      settle(next);
    }
  }

  private void measure(RunningContender contender, int connections)
      throws IOException, InterruptedException {
    int port = contender.contender().port();
    warmUp(port, connections, SETTLE);
    settle(contender);
    Row row = new Row(name, connections + " connections", contender.contender().name());
    List<ResourceProbe> watches =
        Stream.concat(contender.watch(), Stream.of(ResourceProbe.broker(options.brokerPid())))
            .toList();
    LoadResult result =
        load.measure(
            programs.wrk(port, WRK_THREADS, connections, options.seconds()),
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

  private void warmUp(int port, int connections, int seconds)
      throws IOException, InterruptedException {
    load.warmUp(programs.wrk(port, WRK_THREADS, connections, seconds), limit(seconds));
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
