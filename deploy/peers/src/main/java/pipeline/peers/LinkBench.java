package pipeline.peers;

import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import pipeline.lab.process.Program;
import pipeline.lab.process.RunningProgram;
import pipeline.lab.system.BrokerView;
import pipeline.lab.system.ServerProbe;
import pipeline.peers.Measurements.Row;

/**
 * Our consumer, 80 ms away from the broker, with one line a message arriving at an even rate: how
 * many threads, with how many messages in advance, keep the queue short?
 */
final class LinkBench implements Bench {
  private static final String BENCH = "link";
  private static final String QUEUE = "bench-link";
  private static final int[] THREADS = {1, 5, 10, 20, 40, 80};
  private static final int[] PREFETCH = {1, 100, 1_000};

  /** R1's rate: what one of its servers took from one client. */
  private static final int ARRIVALS = 5_000;

  private static final String ONE_WAY = "40ms";
  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  private final BenchOptions options;
  private final Programs programs;
  private final BrokerView broker;
  private final Measurements measurements;
  private final int port;

  LinkBench(BenchOptions options, BrokerView broker, Measurements measurements, int port) {
    this.options = options;
    this.programs = new Programs(options);
    this.broker = broker;
    this.measurements = measurements;
    this.port = port;
  }

  @Override
  public void round(int round) throws IOException, InterruptedException, TimeoutException {
    int brokerPort = URI.create(options.amqp()).getPort();
    try (RunningProgram proxy =
        RunningProgram.start(programs.proxy(port, brokerPort, ONE_WAY), logs())) {
      new ServerProbe(port).awaitListening(proxy);
      for (int prefetch : PREFETCH) {
        for (int threads : THREADS) {
          String load = ARRIVALS + " messages/s, 80 ms away, prefetch " + prefetch;
          consume(threads, prefetch, new Row(BENCH, load, threads + " threads"));
        }
      }
    }
  }

  private void consume(int threads, int prefetch, Row row)
      throws IOException, InterruptedException, TimeoutException {
    String far = options.amqp().replaceFirst(":[0-9]+$", ":" + port);
    Program consumer =
        programs
            .consumer(threads, QUEUE)
            .plus("--prefetch", Integer.toString(prefetch))
            .with("RABBITMQ_URL", far);
    try (Channel channel = broker.newChannel()) {
      Backlog arrivals = new Backlog(channel, QUEUE);
      broker.purge(QUEUE);
      try (RunningProgram consuming = RunningProgram.start(consumer, logs())) {
        broker.awaitConsumers(QUEUE, threads, START_LIMIT);
        long start = System.nanoTime();
        long sent =
            arrivals.fillEvenly(
                BacklogWords.ofText(options.text()),
                ARRIVALS,
                Duration.ofSeconds(options.seconds()));
        double seconds = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
        int ready = broker.depth(QUEUE);
        measurements.add(row, Metric.RATE, (sent - ready) / seconds);
        measurements.add(row, Metric.QUEUE_AT_END, ready);
        // killing is quicker than letting it end politely over the slow link, and nothing is kept
        consuming.kill();
      }
      broker.awaitConsumers(QUEUE, 0, START_LIMIT);
      broker.purge(QUEUE);
    }
  }

  private Path logs() {
    return options.out().resolve("logs");
  }
}
