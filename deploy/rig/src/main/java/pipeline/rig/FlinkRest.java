package pipeline.rig;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;
import pipeline.testkit.process.Await;

/** What a rig asks of the REST API of a JobManager, which has one job. */
record FlinkRest(int port) {
  /** Whether the job runs, on so many TaskManagers and no others. */
  boolean isRunningOn(int taskManagers) throws IOException, InterruptedException {
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
  void drain(Path savepoint, Duration limit) throws IOException, InterruptedException {
    String job = "/jobs/" + field("id", get("/jobs"));
    Await.until("end of the Flink job", limit, () -> isStopped(job, savepoint, limit));
    Await.until("end of the Flink job", limit, () -> get(job).contains("\"state\":\"FINISHED\""));
  }

  /** Orders the end; false if some tasks do not run now, as when a TaskManager has just come. */
  private boolean isStopped(String job, Path savepoint, Duration limit)
      throws IOException, InterruptedException {
    String order = "{\"drain\":true,\"targetDirectory\":\"%s\"}".formatted(savepoint.toUri());
    String request = field("request-id", new Loopback(port).post(job + "/stop", order).body());
    String state = job + "/savepoints/" + request;
    Await.until("end of the Flink job", limit, () -> get(state).contains("\"COMPLETED\""));
    String ended = get(state);
    if (ended.contains("Not all required tasks are currently running")) {
      return false;
    }
    if (ended.contains("failure-cause")) {
      String cause = StringUtils.substringAfterLast(ended, "Caused by: ");
      throw new IOException(
          "the Flink job does not stop: " + StringUtils.substringBefore(cause, "\\n"));
    }
    return true;
  }

  private static String field(String name, String json) throws IOException {
    Matcher field = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
    if (!field.find()) {
      throw new IOException("Flink names no " + name + ": " + json);
    }
    return field.group(1);
  }

  private String get(String path) throws IOException, InterruptedException {
    return new Loopback(port).get(path).body();
  }
}
