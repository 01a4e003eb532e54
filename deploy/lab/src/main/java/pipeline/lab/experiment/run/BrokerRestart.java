package pipeline.lab.experiment.run;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import pipeline.lab.experiment.result.Metric;
import pipeline.testkit.process.StuckException;
import pipeline.testkit.rabbit.PrivateRabbit;

/**
 * How many messages the queues hold before and after a restart of the broker, ready or unacked.
 * Immutable.
 */
record BrokerRestart(long before, long after) {
  private static final Duration STOP_LIMIT = Duration.ofSeconds(60);

  /** Stops the node with SIGTERM and starts it; all connections end. */
  static BrokerRestart perform(PrivateRabbit rabbit, List<String> queues)
      throws IOException, InterruptedException, StuckException {
    long before = waiting(rabbit, queues);
    rabbit.node().terminate(STOP_LIMIT);
    rabbit.start();
    return new BrokerRestart(before, waiting(rabbit, queues));
  }

  private static long waiting(PrivateRabbit rabbit, List<String> queues) throws IOException {
    return messages(rabbit.ctl("list_queues", "name", "messages"), queues);
  }

  /** The messages in these queues by the listing; a queue that is not listed has none. */
  static long messages(String listed, List<String> queues) {
    return listed
        .lines()
        .map(line -> line.split("\t"))
        .filter(columns -> queues.contains(columns[0]))
        .mapToLong(columns -> Long.parseLong(columns[1]))
        .sum();
  }

  void enter(Map<Metric, Double> values) {
    values.put(Metric.WAITING_BEFORE, (double) before);
    values.put(Metric.WAITING_AFTER, (double) after);
  }
}
