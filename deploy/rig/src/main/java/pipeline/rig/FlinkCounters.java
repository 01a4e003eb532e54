package pipeline.rig;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import pipeline.testkit.process.Await;
import pipeline.testkit.rabbit.PrivateRabbit;

/** A Flink cluster for each counter; the broker is the services' own. */
final class FlinkCounters implements Counters {
  /** How long a checkpoint may take that follows words by the million. */
  private static final Duration ACK_LIMIT = Duration.ofMinutes(4);

  private final Rig rig;
  private final OurPrograms programs;
  private final Consumer<String> told;
  private final Map<String, FlinkCluster> clusters = new LinkedHashMap<>();

  FlinkCounters(Rig rig, OurPrograms programs, Consumer<String> told) {
    this.rig = rig;
    this.programs = programs;
    this.told = told;
  }

  @Override
  public void start() throws IOException, InterruptedException {
    for (String counter : rig.spec().counters()) {
      FlinkCluster cluster = new FlinkCluster(rig, programs, counter, clusters.size() + 1);
      clusters.put(counter, cluster);
      cluster.start();
      told.accept(cluster + ": " + counter);
    }
    awaitReading();
  }

  @Override
  public void awaitReading() throws IOException, InterruptedException {
    for (FlinkCluster cluster : clusters.values()) {
      cluster.awaitReading();
    }
  }

  /** Waits also until all is acked: Flink does so after its next checkpoint. */
  @Override
  public void drain(Duration patience) throws IOException, InterruptedException {
    awaitReading();
    if (!rig.queues().empty(patience)) {
      throw new IOException("the Flink job does not empty the queue");
    }
    PrivateRabbit living =
        rig.services().nodes().stream()
            .filter(each -> each.node().isAlive())
            .findFirst()
            .orElseThrow(() -> new IOException("no node of the broker is left"));
    for (long held = held(living); held > 0; held = held(living)) {
      long before = held;
      Await.until("ack of any message", ACK_LIMIT, () -> held(living) < before);
    }
  }

  private long held(PrivateRabbit node) throws IOException {
    return rig.queues().held(node);
  }

  @Override
  public void end() throws IOException, InterruptedException {
    for (FlinkCluster cluster : clusters.values()) {
      cluster.stop();
    }
  }

  @Override
  public Proof proof(String counter) {
    FlinkCluster cluster = clusters.get(counter);
    String said = cluster == null ? "" : cluster.report();
    return new Proof(rig.dump(counter), new ConsumerReport(said));
  }

  /** Adds TaskManagers to each cluster, over which its job then spreads. */
  void add(int taskManagers) throws IOException, InterruptedException {
    for (FlinkCluster cluster : clusters.values()) {
      cluster.addTaskManagers(taskManagers);
    }
    awaitReading();
  }
}
