package pipeline.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.FreePort;
import pipeline.testkit.process.Tool;

/**
 * A JobManager and TaskManagers, each a JVM, that run the job of {@code deploy/flink} alone. A
 * JobManager that is started again goes on from the last checkpoint. All files but the results are
 * in {@code flink/COUNTER}.
 */
final class FlinkCluster implements Counters {
  private static final Duration STOP_LIMIT = Duration.ofMinutes(10);
  private static final Duration END_LIMIT = Duration.ofSeconds(20);
  private static final Pattern LINES = Pattern.compile("(?m)^run \\S+ lines=(\\d+)");

  private static final String JOB_MANAGER =
      "org.apache.flink.container.entrypoint.StandaloneApplicationClusterEntryPoint";
  private static final String TASK_MANAGER =
      "org.apache.flink.runtime.taskexecutor.TaskManagerRunner";

  private final Rig rig;
  private final OurPrograms programs;
  private final String counter;
  private final int number;
  private final Path home;
  private final Path results;
  private int rpcPort;
  private int restPort;
  private final List<ChildProcess> parts = new ArrayList<>();
  private String report = "";

  /**
   * Starts nothing yet.
   *
   * @param number of the cluster in the rig, from 1
   */
  FlinkCluster(Rig rig, OurPrograms programs, String counter, int number) {
    this.rig = rig;
    this.programs = programs;
    this.counter = counter;
    this.number = number;
    home = rig.counts().resolve("flink").resolve(counter);
    results = home.resolve("counts");
  }

  @Override
  public void start() throws IOException {
    rpcPort = FreePort.find();
    restPort = FreePort.find();
    Files.createDirectories(checkpoints());
    Files.createDirectories(home.resolve("tmp"));
    add("jobmanager-" + number, this::jobManager);
    int others = rig.parts().of(Component.CONSUMER).size() - number; // without JobManagers
    for (int i = 1; i <= rig.spec().taskManagers; i++) {
      add("taskmanager-" + (others + i), this::taskManager);
    }
    rig.tell(
        "Flink, %s TaskManagers, http://127.0.0.1:%s: %s"
            .formatted(parts.size() - 1, restPort, counter));
  }

  private void add(String name, Parts.Launch launch) throws IOException {
    ChildProcess part = rig.part(Component.CONSUMER, name, launch);
    parts.add(part);
    part.start();
  }

  private Program jobManager(int starts) throws IOException {
    Program program =
        flink(JOB_MANAGER, List.of("-Xmx256m"))
            .plus("--job-classname", "pipeline.flink.CountJob")
            .with("RABBITMQ_URL", rig.amqp(Link.CONSUME))
            .with("QUEUE", rig.spec().queue())
            .with("COUNTER", counter)
            .with("COUNTS", results.toString())
            .with(rig.spec().tuning(Component.CONSUMER).settings());
    return lastCheckpoint()
        .map(checkpoint -> program.plus("--fromSavepoint", checkpoint.toUri().toString()))
        .orElse(program);
  }

  private Program taskManager(int starts) throws IOException {
    List<String> flags = new ArrayList<>(List.of("-Xmx192m"));
    flags.addAll(programs.tuning(rig, Component.CONSUMER).flags());
    return flink(TASK_MANAGER, flags);
  }

  private Program flink(String main, List<String> flags) throws IOException {
    return programs
        .flink(main, flags)
        .plus("-Djobmanager.rpc.port=" + rpcPort)
        .plus("-Drest.port=" + restPort)
        .plus("-Dexecution.checkpointing.dir=" + checkpoints().toUri())
        .plus("-Dio.tmp.dirs=" + home.resolve("tmp"))
        .plus("-Dweb.tmpdir=" + home.resolve("tmp"));
  }

  private Path checkpoints() {
    return home.resolve("checkpoints");
  }

  /** The last checkpoint that is complete, of any JobManager; empty if there is none. */
  private Optional<Path> lastCheckpoint() throws IOException {
    // no deeper: TaskManagers may be deleting files there
    try (Stream<Path> folders = Files.walk(checkpoints(), 2)) {
      return folders
          .map(folder -> folder.resolve("_metadata"))
          .filter(Files::exists)
          .max(Comparator.comparingLong(file -> file.toFile().lastModified()))
          .map(Path::getParent);
    }
  }

  /** Waits until the job runs on all TaskManagers, and reads all queues. */
  @Override
  public void awaitReading(Duration limit) throws IOException, InterruptedException {
    int taskManagers = parts.size() - 1;
    int readers = Math.max(taskManagers, rig.spec().topology(counter).partitionQueues().size());
    for (ChildProcess part : parts) {
      Await.ready(
          part,
          limit,
          () -> "",
          () -> isRunningOn(taskManagers) && rig.queues().areConsumed(readers));
    }
  }

  /** Has the job write its results, ends all parts, and brings the results into their form. */
  @Override
  public void end() throws IOException, InterruptedException {
    drain(home.resolve("savepoint"), STOP_LIMIT);
    for (ChildProcess part : parts) {
      part.end(END_LIMIT);
    }
    List<String> sort = new ArrayList<>(List.of("sort", "-t", "\t", "-k", "2"));
    sort.addAll(List.of("-T", home.toString(), "-o", rig.dump(counter).toString()));
    sort.addAll(results("counts-"));
    Tool.run(Map.of("LC_ALL", "C"), sort);
    StringBuilder runs = new StringBuilder();
    for (String file : results("runs-")) {
      runs.append(Files.readString(Path.of(file)));
    }
    long lines = LINES.matcher(runs).results().mapToLong(run -> Long.parseLong(run.group(1))).sum();
    report = "lines=" + lines + "\n" + runs;
  }

  private List<String> results(String prefix) throws IOException {
    try (Stream<Path> files = Files.list(results)) {
      return files
          .map(Path::toString)
          .filter(file -> file.startsWith(results.resolve(prefix).toString()))
          .toList();
    }
  }

  /** What the job said of each run when it was stopped, as consumers say it. */
  @Override
  public String said() {
    return report;
  }

  /** Whether the job runs, on so many TaskManagers and no others. */
  private boolean isRunningOn(int taskManagers) throws IOException, InterruptedException {
    String overview = get("/overview");
    return overview.contains("\"taskmanagers\":" + taskManagers + ",")
        && overview.contains("\"slots-available\":0,")
        && get("/jobs").contains("\"status\":\"RUNNING\"");
  }

  /**
   * Ends the job as if its input had ended, and returns when it has written all.
   *
   * @param savepoint a directory for its state
   */
  private void drain(Path savepoint, Duration limit) throws IOException, InterruptedException {
    String job = "/jobs/" + field("id", get("/jobs"));
    Await.until("end of the Flink job", limit, () -> isStopped(job, savepoint, limit));
    Await.until("end of the Flink job", limit, () -> get(job).contains("\"state\":\"FINISHED\""));
  }

  /** Orders the end; false if it is refused, as while the job is being started again. */
  private boolean isStopped(String job, Path savepoint, Duration limit)
      throws IOException, InterruptedException {
    String order = "{\"drain\":true,\"targetDirectory\":\"%s\"}".formatted(savepoint.toUri());
    String request = field("request-id", new Loopback(restPort).post(job + "/stop", order).body());
    String state = job + "/savepoints/" + request;
    Await.until("end of the Flink job", limit, () -> get(state).contains("\"COMPLETED\""));
    return !get(state).contains("failure-cause");
  }

  private static String field(String name, String json) throws IOException {
    Matcher field = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
    if (!field.find()) {
      throw new IOException("Flink names no " + name + ": " + json);
    }
    return field.group(1);
  }

  private String get(String path) throws IOException, InterruptedException {
    return new Loopback(restPort).get(path).body();
  }
}
