package pipeline.flink;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.awaitility.Awaitility;

/** A Flink cluster in this JVM, of workers with a slot each, and the files of its jobs. */
final class JobCluster implements AutoCloseable {
  private static final int MOST_WORKERS = 3;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final Path home;
  private final Configuration configuration = new Configuration();
  private final MiniCluster cluster;

  /**
   * Starts a cluster of two workers.
   *
   * @param home for all files, those of drained jobs too
   * @param more of Flink's configuration
   */
  JobCluster(Path home, Map<String, String> more) throws Exception {
    this.home = home;
    configuration.setString("restart-strategy.type", "fixed-delay");
    configuration.setString("restart-strategy.fixed-delay.attempts", "1000");
    configuration.setString("restart-strategy.fixed-delay.delay", "100 ms");
    configuration.setString(
        "execution.checkpointing.dir", home.resolve("checkpoints").toUri() + "");
    configuration.setString("io.tmp.dirs", home.toString());
    configuration.setString("web.tmpdir", home.toString());
    // a worker that ends says so; one that the machine lets stand still for seconds is not dead
    configuration.setString("heartbeat.timeout", "60000");
    configuration.setString("heartbeat.interval", "1000");
    String scheduler = "jobmanager.adaptive-scheduler.";
    configuration.setString("jobmanager.scheduler", "adaptive");
    configuration.setString(scheduler + "submission.resource-stabilization-timeout", "1 s");
    configuration.setString(scheduler + "executing.resource-stabilization-timeout", "1 s");
    configuration.setString(scheduler + "executing.cooldown-after-rescaling", "1 s");
    more.forEach(configuration::setString);
    cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(2)
                .setNumSlotsPerTaskManager(1)
                .withRandomPorts()
                .build());
    cluster.start();
  }

  /** The value of {@code COUNTS}. */
  String counts() {
    return home.resolve("counts").toString();
  }

  /** Starts a job on all workers that there are, also those that come later. */
  JobID submit(JobSettings settings) throws Exception {
    StreamExecutionEnvironment flink =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    flink.setParallelism(MOST_WORKERS);
    CountJob.build(flink, settings);
    return cluster.submitJob(flink.getStreamGraph().getJobGraph()).get().getJobID();
  }

  /** Kills a worker, which another one replaces. */
  void killWorker(int worker) throws Exception {
    cluster.terminateTaskManager(worker).get();
    cluster.startTaskManager();
  }

  void addWorker() throws Exception {
    cluster.startTaskManager();
  }

  /** Waits until the job is read by so many tasks. */
  void awaitReaders(JobID job, int readers) {
    Awaitility.await()
        .atMost(LIMIT)
        .ignoreException(ExecutionException.class)
        .until(() -> cluster.getExecutionGraph(job).get(), graph -> isReadBy(graph, readers));
  }

  private static boolean isReadBy(AccessExecutionGraph graph, int readers) {
    return graph.getState() == JobStatus.RUNNING
        && graph.getVerticesTopologically().iterator().next().getParallelism() == readers;
  }

  /** Ends a job as if its input had ended. While it is being started again, it takes no order. */
  void drain(JobID job) {
    String savepoint = home.resolve("savepoint").toUri().toString();
    Awaitility.await()
        .atMost(LIMIT)
        .ignoreException(ExecutionException.class)
        .until(
            () ->
                cluster
                    .stopWithSavepoint(job, savepoint, true, SavepointFormatType.CANONICAL)
                    .get(),
            Objects::nonNull);
  }

  /** The lines of the files {@code NAME-N} of a drained job. */
  List<String> lines(String name) throws Exception {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of(counts()))) {
      for (Path file :
          files.filter(each -> each.getFileName().toString().startsWith(name)).toList()) {
        lines.addAll(Files.readAllLines(file));
      }
    }
    return lines;
  }

  @Override
  public void close() {
    cluster.closeAsync().join();
  }
}
