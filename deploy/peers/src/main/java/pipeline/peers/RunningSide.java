package pipeline.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** A side at work: its server, ready to be posted to, and its consumer. One thread's. */
final class RunningSide implements AutoCloseable {
  private static final Duration FIRST_DELIVERY = Duration.ofMinutes(1);

  private final Side side;
  private final RunningProgram server;
  private final Optional<RunningProgram> consumer;

  private RunningSide(Side side, RunningProgram server, Optional<RunningProgram> consumer) {
    this.side = side;
    this.server = server;
    this.consumer = consumer;
  }

  static RunningSide start(Side side, Path logs, BenchBroker broker)
      throws IOException, InterruptedException {
    RunningProgram server = RunningProgram.start(side.server(), logs);
    Optional<RunningProgram> consumer = Optional.empty();
    try {
      new Readiness().awaitPost(side.port(), server);
      if (side.consumer().isPresent()) {
        consumer = Optional.of(RunningProgram.start(side.consumer().get(), logs));
        // its first delivery is the line that the wait above posted
        broker.awaitEmpty(side.queue().orElseThrow(), FIRST_DELIVERY);
      }
      return new RunningSide(side, server, consumer);
    } catch (IOException | InterruptedException e) {
      consumer.ifPresent(RunningProgram::close);
      server.close();
      throw e;
    }
  }

  Side side() {
    return side;
  }

  Optional<RunningProgram> consumer() {
    return consumer;
  }

  /** What its processes use from now on. */
  Stream<Watch> watch() throws IOException {
    Watch watch = Watch.server(server);
    return consumer.isPresent()
        ? Stream.of(watch, Watch.consumer(consumer.get()))
        : Stream.of(watch);
  }

  @Override
  public void close() {
    consumer.ifPresent(RunningProgram::close);
    server.close();
  }
}
