package pipeline.local;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import pipeline.wire.amqp.BrokerSettings;
import pipeline.wire.amqp.Topology;
import pipeline.wire.settings.Settings;

/** Deletes the queue, its dead queue and its exchange. */
@Command(
    name = "delete",
    description = "Deletes QUEUE, its dead queue and its exchange from the broker at RABBITMQ_URL.",
    mixinStandardHelpOptions = true)
final class DeleteCommand implements Callable<Integer> {
  private final Settings settings;

  DeleteCommand(Settings settings) {
    this.settings = settings;
  }

  @Override
  public Integer call() throws IOException {
    try (PipelineQueues queues =
        new PipelineQueues(BrokerSettings.from(settings), Topology.from(settings))) {
      queues.delete();
    }
    return 0;
  }
}
