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
  private final Child server;
  private final Optional<Child> consumer;

  private RunningSide(Side side, Child server, Optional<Child> consumer) {
    this.side = side;
    this.server = server;
    this.consumer = consumer;
  }

  static RunningSide start(Side side, Path logs, BenchBroker broker)
      throws IOException, InterruptedException {
    Child server = Child.start(side.server(), logs);
    Optional<Child> consumer = Optional.empty();
    try {
      new Readiness().awaitPost(side.port(), server);
      if (side.consumer().isPresent()) {
        consumer = Optional.of(Child.start(side.consumer().get(), logs));
        // its first delivery is the line that the wait above posted
        broker.awaitEmpty(side.queue().orElseThrow(), FIRST_DELIVERY);
      }
      return new RunningSide(side, server, consumer);
    } catch (IOException | InterruptedException e) {
      consumer.ifPresent(Child::close);
      server.close();
      throw e;
    }
  }

  Side side() {
    return side;
  }

  Optional<Child> consumer() {
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
    consumer.ifPresent(Child::close);
    server.close();
  }
}
