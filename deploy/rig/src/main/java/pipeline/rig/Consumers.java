package pipeline.rig;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.ChildProcess;

/**
 * The processes {@code consumer-1} and so on, for each counter as many as the spec says. Those of
 * one store write the same file of counts, one after the other, and the last one's stays.
 */
final class Consumers implements Counters {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration END_LIMIT = Duration.ofSeconds(60);

  private final Rig rig;
  private final OurPrograms programs;
  private final Consumer<String> told;

  Consumers(Rig rig, OurPrograms programs, Consumer<String> told) {
    this.rig = rig;
    this.programs = programs;
    this.told = told;
  }

  @Override
  public void start() throws IOException, InterruptedException {
    Spec spec = rig.spec();
    int number = 0;
    for (String counter : spec.counters()) {
      for (int i = 1; i <= spec.consumers(); i++) {
        String name = "consumer-" + ++number;
        Path state = Rig.states(rig.counts()).resolve(spec.consumers() == 1 ? counter : name);
        rig.part(Component.CONSUMER, name, starts -> programs.consumer(rig, counter, state))
            .start();
        told.accept("%s: %s, %s threads".formatted(name, counter, spec.consumerThreads()));
      }
    }
    awaitReading();
  }

  @Override
  public void awaitReading() throws IOException, InterruptedException {
    awaitReading(START_LIMIT);
  }

  private void awaitReading(Duration limit) throws IOException, InterruptedException {
    int channels = rig.spec().consumers() * rig.spec().consumerThreads();
    for (ChildProcess consumer : all()) {
      Await.ready(
          consumer,
          limit,
          () -> "",
          () -> consumer.isAlive() && rig.queues().areConsumed(channels));
    }
  }

  private List<ChildProcess> all() {
    return rig.parts().of(Component.CONSUMER);
  }

  /** Consumers may hold messages still, which they count before they end. */
  @Override
  public void drain(Duration patience) throws IOException, InterruptedException {
    for (ChildProcess consumer : all()) {
      if (consumer.isDone()) {
        throw consumer.failed("died");
      }
    }
    // one that was killed may not have been started again yet, and must be before it can be ended
    awaitReading(patience);
    if (!all().isEmpty() && !rig.queues().empty(patience)) {
      throw all().get(0).failed("does not empty the queue");
    }
  }

  @Override
  public void end() throws IOException, InterruptedException {
    for (ChildProcess consumer : all()) {
      int code = consumer.terminate(END_LIMIT);
      if (code != 0) {
        throw consumer.failed("ended with exit code " + code);
      }
    }
  }

  @Override
  public Proof proof(String counter) {
    Spec spec = rig.spec();
    int last = (spec.counters().indexOf(counter) + 1) * spec.consumers() - 1;
    String said = last < all().size() ? all().get(last).output() : "";
    return new Proof(rig.dump(counter), new ConsumerReport(said));
  }
}
