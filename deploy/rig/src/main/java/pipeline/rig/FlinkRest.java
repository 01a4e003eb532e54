package pipeline.rig;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;
import pipeline.testkit.process.Await;

/** What a rig asks of the REST API of a JobManager, which has one job. */
final class FlinkRest {
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);

  private final int port;
  private final HttpClient client = HttpClient.newHttpClient();

  FlinkRest(int port) {
    this.port = port;
  }

  int port() {
    return port;
  }

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
    String request = field("request-id", ask(job + "/stop", BodyPublishers.ofString(order)));
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
    return ask(path, null);
  }

  /** Asks, by POST if there is a body. */
  private String ask(String path, BodyPublisher body) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(ANSWER_LIMIT);
    if (body != null) {
      request.header("Content-Type", "application/json").POST(body);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
  }
}
