package pipeline.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import pipeline.peers.Ledger.Row;

/**
 * wrk posts lines to each side, at 32 and at 128 connections. First a warm-up: on two busy cores
 * the JVM's compilers take half a minute, in which a line costs up to ten times as much. With a
 * consumer, what is measured ends when the queue is empty; without one the queue is purged.
 */
final class HttpBench implements Bench {

  /** Makes the sides anew for each round, since a consumer's state must be fresh. */
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
  private final int port;
  private final Readiness readiness = new Readiness();

  HttpBench(
      String name,
      SideSource source,
      BenchOptions options,
      BenchBroker broker,
      Ledger ledger,
      int port) {
    this.name = name;
    this.source = source;
    this.options = options;
    this.programs = new Programs(options);
    this.broker = broker;
    this.ledger = ledger;
    this.load = new LoadGenerator(logs(), ledger);
    this.port = port;
  }

  @Override
  public void round(int round) throws IOException, InterruptedException {
    for (Side side : Turns.of(source.sides(), round)) {
      try (Child server = Child.start(side.server(), logs())) {
        readiness.awaitPost(port, server);
        if (side.consumer().isPresent()) {
          try (Child consumer = Child.start(side.consumer().get(), logs())) {
            // its first delivery is the line that the wait above posted
            broker.awaitEmpty(side.queue().orElseThrow(), DRAIN_LIMIT);
            load(side, server, List.of(consumer));
          }
        } else {
          load(side, server, List.of());
        }
      }
    }
  }

  private void load(Side side, Child server, List<Child> consumers)
      throws IOException, InterruptedException {
    warmUp(MOST_CONNECTIONS, options.warmup());
    for (int connections : CONNECTIONS) {
      warmUp(connections, SETTLE);
      settle(side, consumers);
      Row row = new Row(name, connections + " connections", side.name());
      List<Watch> watches = new ArrayList<>(List.of(Watch.server(server)));
      watches.add(Watch.broker(options.brokerPid()));
      for (Child consumer : consumers) {
        watches.add(Watch.consumer(consumer));
      }
      LoadResult result =
          load.measure(
              programs.wrk(port, WRK_THREADS, connections, options.seconds()),
              limit(options.seconds()),
              LoadResult::ofWrk,
              row);
      for (Child consumer : consumers) {
        enterDrain(side, consumer, row);
      }
      for (Watch watch : watches) {
        watch.enter(ledger, row, result.lines());
      }
      settle(side, consumers);
    }
  }

  private void warmUp(int connections, int seconds) throws IOException, InterruptedException {
    load.warmUp(programs.wrk(port, WRK_THREADS, connections, seconds), limit(seconds));
  }

  private void enterDrain(Side side, Child consumer, Row row) throws IOException {
    String queue = side.queue().orElseThrow();
    long end = System.nanoTime();
    ledger.add(row, Metric.QUEUE_AT_END, broker.depth(queue));
    broker.awaitEmpty(queue, DRAIN_LIMIT);
    long idle = Idleness.await(consumer.pid(), DRAIN_LIMIT);
    ledger.add(row, Metric.DRAIN_SECONDS, (idle - end) / (double) TimeUnit.SECONDS.toNanos(1));
  }

  private void settle(Side side, List<Child> consumers) throws IOException {
    if (side.queue().isEmpty()) {
      return;
    }
    if (consumers.isEmpty()) {
      // what was published without a confirm may still arrive after this; a few do not matter
      broker.purge(side.queue().get());
      return;
    }
    broker.awaitEmpty(side.queue().get(), DRAIN_LIMIT);
    for (Child consumer : consumers) {
      Idleness.await(consumer.pid(), DRAIN_LIMIT);
    }
  }

  private Path logs() {
    return options.out().resolve("logs");
  }

  private static Duration limit(int seconds) {
    return Duration.ofSeconds(seconds + 30L);
  }
}
