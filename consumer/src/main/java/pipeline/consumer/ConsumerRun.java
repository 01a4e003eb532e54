package pipeline.consumer;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.wire.BatchDecoder;
import pipeline.wire.BrokerSettings;
import pipeline.wire.JavaMapCodec;
import pipeline.wire.Settings;
import pipeline.wire.Topology;
import pipeline.wire.WordCounts;

/** The consumer's parts, put together; one run from start to end. */
final class ConsumerRun {
  private static final Logger LOG = LoggerFactory.getLogger(ConsumerRun.class);
  private static final long DEAD_LETTER_MILLIS = 2_000;
  private static final int CRASHED = 1;

  private final ConsumerOptions options;
  private final BrokerSettings broker;
  private final Topology topology;
  private final Console console;
  private final ConsumerStats stats = new ConsumerStats();
  private final Tally tally;

  private ConsumerRun(
      ConsumerOptions options, BrokerSettings broker, Topology topology, Console console) {
    this.options = options;
    this.broker = broker;
    this.topology = topology;
    this.console = console;
    RunLedger runs = new RunLedger(options.maxRuns(), options.runTtl(), System::currentTimeMillis);
    boolean countAll = options.unsafe().contains(Unsafe.NO_IDENTITIES);
    this.tally = new Tally(new WordTotals(), runs, key -> runs.claim(key) || countAll);
  }

  /** Puts the counting parts together; nothing is started or opened. */
  static ConsumerRun of(ConsumerOptions options, Settings settings, Console console)
      throws BadArgumentException {
    try {
      return new ConsumerRun(
          options, BrokerSettings.from(settings), Topology.from(settings), console);
    } catch (IllegalArgumentException e) {
      throw new BadArgumentException(e.getMessage(), e);
    }
  }

  /**
   * Consumes until stopped, then saves and prints.
   *
   * @param stop ends the run when it is counted down
   * @return the exit status: 0, or 1 if something could not be saved
   * @throws StateException if the state directory must not be used
   */
  int run(CountDownLatch stop) throws StateException {
    options.unsafe().forEach(fault -> complain("UNSAFE, for tests only: " + fault));
    if (options.state().isEmpty()) {
      complain("counts are in memory only, a kill forgets them; see --state");
      return consume(new MemoryStore(tally), stop);
    }
    boolean forced = !options.unsafe().contains(Unsafe.NO_SYNC);
    Map<String, String> subject = Map.of("workload", "wordcount", "queue", topology.queue());
    try (StateDirectory directory = StateDirectory.open(options.state().get());
        FileStore store = FileStore.open(directory, subject, forced, tally)) {
      return consume(store, stop);
    }
  }

  private int consume(Store<Map<String, Integer>> store, CountDownLatch stop) {
    ExecutorService threads = Executors.newFixedThreadPool(options.threads(), consumerThreads());
    try (DeadLetters deadLetters = new DeadLetters(broker.connectionFactory(), topology, stats);
        Subscription subscription = subscription(store, deadLetters, threads);
        Committer committer =
            new Committer(
                store,
                subscription::consumers,
                options.commitIntervalMillis(),
                options.unsafe(),
                ConsumerRun::crash);
        CountsServer http = countsServer(subscription);
        Monitor monitor = new Monitor(subscription, tally, stats, deadLetters, System::nanoTime)) {
      deadLetters.start();
      subscription.start();
      committer.start();
      if (http != null) {
        LOG.info("counts are at http://127.0.0.1:{}/counts", http.port());
      }
      watch(monitor, stop);
      stop.await();
      monitor.stop();
      subscription.cancel();
      deadLetters.awaitEmpty(DEAD_LETTER_MILLIS);
      return finish(committer);
    } catch (IOException e) {
      complain("cannot listen on --http " + options.http().orElseThrow() + ": " + e.getMessage());
      return 1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    } finally {
      threads.shutdownNow();
    }
  }

  /** Null if nobody asked for it. */
  private CountsServer countsServer(Subscription subscription) throws IOException {
    return options.http().isPresent()
        ? new CountsServer(options.http().getAsInt(), tally, subscription::queueLength)
        : null;
  }

  private Subscription subscription(
      Store<Map<String, Integer>> store, DeadLetters deadLetters, ExecutorService threads) {
    var handler = new StoringHandler<>(new ContentTypeReader<>(readers()), store);
    var subscriptionSettings =
        new SubscriptionSettings(topology, options.threads(), options.prefetch(), options.unsafe());
    return new Subscription(
        broker::connectionFactory,
        subscriptionSettings,
        new Intake(handler, deadLetters, stats, threads, ConsumerRun::crash));
  }

  private Map<String, MessageReader<Map<String, Integer>>> readers() {
    Map<String, MessageReader<Map<String, Integer>>> readers = new HashMap<>();
    BatchDecoder<Map<String, Integer>> json = new BatchDecoder<>(new WordCounts());
    readers.put("application/json", (properties, body) -> json.decode(body));
    if (options.acceptJava()) {
      readers.put(JavaMapCodec.CONTENT_TYPE, new JavaMapReader());
    }
    return readers;
  }

  private void watch(Monitor monitor, CountDownLatch stop) {
    if (console.terminal()) {
      monitor.show(new LiveLine(console.err(), System.nanoTime(), tally.lines()));
    }
    options
        .untilIdle()
        .ifPresent(limit -> monitor.watch(new IdleWatch(limit.toNanos()), stop::countDown));
  }

  private int finish(Committer committer) {
    int status = 0;
    try {
      committer.finish();
    } catch (IOException e) {
      complain("the last counts are not saved, their messages come again: " + e.getMessage());
      status = 1;
    }
    ConsumerReport report = new ConsumerReport(tally, stats);
    report.printTotals(console.out());
    if (options.report()) {
      report.printProof(console.out());
    }
    if (options.dump().isPresent()) {
      try {
        WordDump.write(tally.words().all(), options.dump().get());
      } catch (IOException e) {
        complain("cannot write --dump " + options.dump().get() + ": " + e);
        status = 1;
      }
    }
    return status;
  }

  private void complain(String message) {
    console.err().println("consumer: " + message);
  }

  private static ThreadFactory consumerThreads() {
    AtomicInteger next = new AtomicInteger(1);
    return task -> new Thread(task, "consumer-" + next.getAndIncrement());
  }

  /** Crash-only: what is durable is right, what is in memory may not be. */
  private static void crash(Throwable cause) {
    try {
      LOG.error("the process ends here, to start again from what is durable", cause);
    } finally {
      Runtime.getRuntime().halt(CRASHED);
    }
  }
}
