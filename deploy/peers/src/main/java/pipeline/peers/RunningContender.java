package pipeline.peers;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import pipeline.lab.process.RunningProgram;
import pipeline.lab.system.BrokerView;
import pipeline.lab.system.Part;
import pipeline.lab.system.Pipeline;

/** A contender at work: its server, ready to be posted to, and its consumer. Used by one thread. */
final class RunningContender implements Closeable {
  private static final Duration FIRST_DELIVERY = Duration.ofMinutes(1);

  private final Contender contender;
  private final Pipeline pipeline;

  private RunningContender(Contender contender, Pipeline pipeline) {
    this.contender = contender;
    this.pipeline = pipeline;
  }

  static RunningContender start(Contender contender, Path logs, BrokerView broker)
      throws IOException, InterruptedException {
    Pipeline pipeline = new Pipeline(logs);
    try {
      pipeline.startServer(contender.port(), contender.server(), Pipeline.Readiness.POST);
      if (contender.consumer().isPresent()) {
        pipeline.startConsumer(contender.consumer().get());
        // its first delivery is the line that the wait above posted
        broker.awaitEmpty(contender.queue().orElseThrow(), FIRST_DELIVERY);
      }
      return new RunningContender(contender, pipeline);
    } catch (IOException | InterruptedException e) {
      pipeline.close();
      throw e;
    }
  }

  Contender contender() {
    return contender;
  }

  Optional<RunningProgram> consumer() {
    return pipeline.processes(Part.CONSUMER).stream().findFirst();
  }

  /** What its processes use from now on. */
  Stream<ResourceProbe> watch() throws IOException {
    ResourceProbe watch = ResourceProbe.server(pipeline.processes(Part.SERVER).get(0));
    Optional<RunningProgram> consumer = consumer();
    return consumer.isPresent()
        ? Stream.of(watch, ResourceProbe.consumer(consumer.get()))
        : Stream.of(watch);
  }

  @Override
  public void close() throws IOException {
    pipeline.close();
  }
}
