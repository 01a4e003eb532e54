package pipeline.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import pipeline.peers.Ledger.Row;

/**
 * wrk posts lines to each side in turns, at 32 and at 128 connections. All sides run for as long as
 * the benchmark: each is warmed up once, since on two busy cores the JVM's compilers take half a
 * minute, in which a line costs up to ten times as much; then every round measures all of them
 * within a minute or so, since the machine's own speed changes over minutes. With a consumer, what
 * is measured ends when the queue is empty; without one the queue is purged.
 */
final class HttpBench implements Bench {

  /** Makes the sides once, when the first round begins. */
  interface SideSource {
    List<Side> sides() throws IOException;
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
  private final BenchBroker broker;
  private final Ledger ledger;
  private final LoadGenerator load;
  private final List<RunningSide> running = new ArrayList<>();

  HttpBench(
      String name, SideSource source, BenchOptions options, BenchBroker broker, Ledger ledger) {
    this.name = name;
    this.source = source;
    this.options = options;
    this.programs = new Programs(options);
    this.broker = broker;
    this.ledger = ledger;
    this.load = new LoadGenerator(logs(), ledger);
  }

  @Override
  public void round(int round) throws IOException, InterruptedException {
    if (running.isEmpty()) {
      startAll();
    }
    for (RunningSide side : Turns.of(running, round)) {
      for (int connections : CONNECTIONS) {
        measure(side, connections);
      }
    }
  }

  @Override
  public void close() {
    running.forEach(RunningSide::close);
  }

  private void startAll() throws IOException, InterruptedException {
    for (Side side : source.sides()) {
      RunningSide started = RunningSide.start(side, logs(), broker);
      running.add(started);
      warmUp(side.port(), MOST_CONNECTIONS, options.warmup());
      settle(started);
    }
  }

  private void measure(RunningSide side, int connections) throws IOException, InterruptedException {
    int port = side.side().port();
    warmUp(port, connections, SETTLE);
    settle(side);
    Row row = new Row(name, connections + " connections", side.side().name());
    List<Watch> watches =
        Stream.concat(side.watch(), Stream.of(Watch.broker(options.brokerPid()))).toList();
    LoadResult result =
        load.measure(
            programs.wrk(port, WRK_THREADS, connections, options.seconds()),
            limit(options.seconds()),
            LoadResult::ofWrk,
            row);
    if (side.consumer().isPresent()) {
      enterDrain(side.side(), side.consumer().get(), result, row);
    }
    for (Watch watch : watches) {
      watch.enter(ledger, row, result.lines());
    }
    settle(side);
  }

  private void warmUp(int port, int connections, int seconds)
      throws IOException, InterruptedException {
    load.warmUp(programs.wrk(port, WRK_THREADS, connections, seconds), limit(seconds));
  }

  private void enterDrain(Side side, RunningProgram consumer, LoadResult result, Row row)
      throws IOException {
    String queue = side.queue().orElseThrow();
    long end = System.nanoTime();
    ledger.add(row, Metric.QUEUE_AT_END, broker.depth(queue));
    broker.awaitEmpty(queue, DRAIN_LIMIT);
    long idle = Idleness.await(consumer.pid(), DRAIN_LIMIT);
    double seconds = (idle - end) / (double) TimeUnit.SECONDS.toNanos(1);
    ledger.add(row, Metric.DRAIN_SECONDS, seconds);
    ledger.add(row, Metric.MERGED_RATE, result.rateWith(seconds));
  }

  private void settle(RunningSide running) throws IOException {
    Side side = running.side();
    if (side.queue().isEmpty()) {
      return;
    }
    if (running.consumer().isEmpty()) {
      // what was published without a confirm may still arrive after this; a few do not matter
      broker.purge(side.queue().get());
      return;
    }
    broker.awaitEmpty(side.queue().get(), DRAIN_LIMIT);
    Idleness.await(running.consumer().get().pid(), DRAIN_LIMIT);
  }

  private Path logs() {
    return options.out().resolve("logs");
  }

  private static Duration limit(int seconds) {
    return Duration.ofSeconds(seconds + 30L);
  }
}
