package pipeline.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import pipeline.lab.process.RunningProgram;
import pipeline.lab.system.BrokerView;
import pipeline.lab.system.ServerProbe;

/** A contender at work: its server, ready to be posted to, and its consumer. Used by one thread. */
final class RunningContender implements AutoCloseable {
  private static final Duration FIRST_DELIVERY = Duration.ofMinutes(1);

  private final Contender contender;
  private final RunningProgram server;
  private final Optional<RunningProgram> consumer;

  private RunningContender(
      Contender contender, RunningProgram server, Optional<RunningProgram> consumer) {
    this.contender = contender;
    this.server = server;
    this.consumer = consumer;
  }

  static RunningContender start(Contender contender, Path logs, BrokerView broker)
      throws IOException, InterruptedException {
    RunningProgram server = RunningProgram.start(contender.server(), logs);
    Optional<RunningProgram> consumer = Optional.empty();
    try {
      new ServerProbe(contender.port()).awaitPost(server);
      if (contender.consumer().isPresent()) {
        consumer = Optional.of(RunningProgram.start(contender.consumer().get(), logs));
        // its first delivery is the line that the wait above posted
        broker.awaitEmpty(contender.queue().orElseThrow(), FIRST_DELIVERY);
      }
      return new RunningContender(contender, server, consumer);
    } catch (IOException | InterruptedException e) {
      consumer.ifPresent(RunningProgram::close);
      server.close();
      throw e;
    }
  }

  Contender contender() {
    return contender;
  }

  Optional<RunningProgram> consumer() {
    return consumer;
  }

  /** What its processes use from now on. */
  Stream<ResourceProbe> watch() throws IOException {
    ResourceProbe watch = ResourceProbe.server(server);
    return consumer.isPresent()
        ? Stream.of(watch, ResourceProbe.consumer(consumer.get()))
        : Stream.of(watch);
  }

  @Override
  public void close() {
    consumer.ifPresent(RunningProgram::close);
    server.close();
  }
}
