package pipeline.local;

import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import pipeline.wire.amqp.BrokerSettings;
import pipeline.wire.amqp.Topology;
import pipeline.wire.settings.Settings;

/** Prints the broker's product, version, type of queue where there are several, and nodes. */
@Command(
    name = "about",
    description =
        "Prints what broker answers at RABBITMQ_URL: its product and version, the type of its"
            + " queues, and its nodes.",
    mixinStandardHelpOptions = true)
final class AboutCommand implements Callable<Integer> {
  private final Settings settings;

  @Spec private CommandSpec spec;

  AboutCommand(Settings settings) {
    this.settings = settings;
  }

  @Override
  public Integer call() throws IOException {
    BrokerSettings broker = BrokerSettings.from(settings);
    Topology topology = Topology.from(settings);
    try (PipelineQueues queues = new PipelineQueues(broker, topology)) {
      String type =
          queues.isRabbitMq() ? topology.type().name().toLowerCase(Locale.ROOT) + ", " : "";
      spec.commandLine().getOut().println(queues.product() + ", " + type + broker.hosts());
    }
    return 0;
  }
}
