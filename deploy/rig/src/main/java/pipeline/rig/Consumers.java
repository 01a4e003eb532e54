package pipeline.rig;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.ChildProcess;

/**
 * The processes {@code consumer-1} and so on, as many as the spec says. Those of one store write
 * the same file of counts, one after the other, and the last one's stays.
 */
record Consumers(Rig rig, OurPrograms programs, String counter, List<ChildProcess> all)
    implements Counters {
  private static final Duration END_LIMIT = Duration.ofSeconds(60);

  @Override
  public void start() throws IOException {
    Spec spec = rig.spec();
    for (int i = 1; i <= spec.consumers; i++) {
      String name = "consumer-" + (rig.parts().of(Component.CONSUMER).size() + 1);
      Path state = Rig.states(rig.counts()).resolve(spec.consumers == 1 ? counter : name);
      ChildProcess consumer =
          rig.part(Component.CONSUMER, name, starts -> programs.consumer(rig, counter, state));
      all.add(consumer);
      consumer.start();
      int threads = spec.consumerThreads;
      rig.tell(name + ": " + counter + (threads == 1 ? ", 1 thread" : ", " + threads + " threads"));
    }
  }

  @Override
  public void awaitReading(Duration limit) throws IOException, InterruptedException {
    int channels = rig.spec().consumers * rig.spec().consumerThreads;
    for (ChildProcess consumer : all) {
      Await.ready(
          consumer,
          limit,
          () -> "",
          () -> consumer.isAlive() && rig.queues().areConsumed(channels));
    }
  }

  @Override
  public void end() throws IOException, InterruptedException {
    for (ChildProcess consumer : all) {
      int code = consumer.terminate(END_LIMIT);
      if (code != 0) {
        throw consumer.failed("ended with exit code " + code);
      }
    }
  }

  @Override
  public String said() {
    return all.isEmpty() ? "" : all.get(all.size() - 1).output();
  }
}
