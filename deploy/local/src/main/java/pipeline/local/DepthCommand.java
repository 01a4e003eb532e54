package pipeline.local;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import pipeline.wire.amqp.BrokerSettings;
import pipeline.wire.amqp.Topology;
import pipeline.wire.settings.Settings;

/** Prints how many messages wait in the queue and how many are dead, in this order. */
@Command(
    name = "depth",
    description =
        "Prints how many messages wait in QUEUE, and how many in its dead queue,"
            + " on the broker at RABBITMQ_URL.",
    mixinStandardHelpOptions = true)
final class DepthCommand implements Callable<Integer> {
  private static final long POLL_MILLIS = 100;

  private final Settings settings;

  @Spec private CommandSpec spec;

  @Option(
      names = "--until-empty",
      paramLabel = "SECONDS",
      description =
          "wait until no message waits; give up, with exit code 1,"
              + " when there have not become fewer for this long")
  private Integer patienceSeconds;

  DepthCommand(Settings settings) {
    this.settings = settings;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (PipelineQueues queues =
        new PipelineQueues(BrokerSettings.from(settings), Topology.from(settings))) {
      boolean done = patienceSeconds == null || emptied(queues);
      PrintWriter out = spec.commandLine().getOut();
      out.println(queues.waiting() + " " + queues.dead());
      return done ? 0 : 1;
    }
  }

  /** Waits until the queue is empty; false if it does not become shorter within the patience. */
  private boolean emptied(PipelineQueues queues) throws IOException, InterruptedException {
    long patienceNanos = TimeUnit.SECONDS.toNanos(patienceSeconds);
    long waiting = queues.waiting();
    long fewest = waiting;
    long fewestSince = System.nanoTime();
    while (waiting > 0 && System.nanoTime() - fewestSince < patienceNanos) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      waiting = queues.waiting();
      if (waiting < fewest) {
        fewest = waiting;
        fewestSince = System.nanoTime();
      }
    }
    return waiting == 0;
  }
}
