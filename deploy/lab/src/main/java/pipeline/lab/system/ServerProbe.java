package pipeline.lab.system;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import pipeline.lab.process.RunningProgram;
import pipeline.testkit.process.Await;

/** Sends single requests, as with curl, to a server on a port of the loopback. Thread-safe. */
public final class ServerProbe {
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(6);
  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(ANSWER_LIMIT)
          .build();
  private final int port;

  public ServerProbe(int port) {
    this.port = port;
  }

  /** Whether the server would take a request now. */
  public boolean isHealthy() throws IOException, InterruptedException {
    return send(health()) == 200;
  }

  /** Posts one line, which must need no escaping; whether it was confirmed. */
  public boolean isAccepted(String key, String line) throws IOException, InterruptedException {
    return send(post(line).header("Idempotency-Key", key)) == 200;
  }

  /** Says that a run has so many lines; whether it was confirmed. */
  public boolean isClosed(String run, int lines) throws IOException, InterruptedException {
    return send(
            HttpRequest.newBuilder(URI.create(CommandLines.base(port) + "/runs/" + run))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"lines\":" + lines + "}")))
        == 200;
  }

  /**
   * Waits until a posted line gets 200.
   *
   * @throws IOException the server ended, or does not within a minute
   */
  public void awaitPost(RunningProgram server) throws IOException, InterruptedException {
    await(server, "takes no line on " + port, () -> send(post("ready")) == 200);
  }

  /**
   * Waits until {@code /server/health} answers 200.
   *
   * @throws IOException the server ended, or does not within a minute
   */
  public void awaitHealth(RunningProgram server) throws IOException, InterruptedException {
    try {
      await(server, "is not healthy on " + port, this::isHealthy);
    } catch (IOException e) {
      throw new IOException(e.getMessage() + said() + logged(server), e);
    }
  }

  /** The reason that the server gives for being unhealthy, such as a queue the broker refuses. */
  private String said() throws InterruptedException {
    try {
      String answer = http.send(health().build(), HttpResponse.BodyHandlers.ofString()).body();
      return ": " + answer.lines().findFirst().orElse("");
    } catch (IOException e) {
      return "";
    }
  }

  /** The server's last line in the log: the broker's own text is there and not in an answer. */
  private static String logged(RunningProgram server) {
    return server.written().lines().reduce((line, next) -> next).map("; "::concat).orElse("");
  }

  private HttpRequest.Builder health() {
    return HttpRequest.newBuilder(URI.create(CommandLines.base(port) + "/health"))
        .timeout(ANSWER_LIMIT);
  }

  /** Returns when the condition holds; at once with an error when the program has ended. */
  private static void await(RunningProgram program, String failure, Await.Condition condition)
      throws IOException, InterruptedException {
    boolean held = Await.holds(START_LIMIT, () -> !program.alive() || condition.holds());
    if (!held || !program.alive()) {
      throw new IOException(program + " " + failure);
    }
  }

  private HttpRequest.Builder post(String line) {
    return HttpRequest.newBuilder(URI.create(CommandLines.lines(port)))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString("{\"message\":\"" + line + "\"}"));
  }

  private int send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return http.send(request.timeout(ANSWER_LIMIT).build(), HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }
}
