package pipeline.rig;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.ProgramException;

/** Sends single requests, as with curl, to a server on a port of the loopback. Thread-safe. */
public final class ServerProbe {
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(6);

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

  /**
   * Waits for the signs of a server that has been started.
   *
   * @throws ProgramException it died, or is not ready in time
   */
  void awaitReady(ChildProcess server, Set<Spec.Sign> signs, Duration limit)
      throws IOException, InterruptedException {
    String said = "serving " + OurPrograms.url(port);
    Await.ready(
        server,
        limit,
        this::reason,
        () ->
            (!signs.contains(Spec.Sign.SAID) || server.output().contains(said))
                && (!signs.contains(Spec.Sign.HEALTHY) || isHealthy())
                && (!signs.contains(Spec.Sign.TAKES_A_LINE) || send(post("ready")) == 200));
  }

  /** Posts one line, which must need no escaping; whether it was confirmed. */
  public boolean isAccepted(String key, String line) throws IOException, InterruptedException {
    return send(post(line).header("Idempotency-Key", key)) == 200;
  }

  /** Says that a run has so many lines; whether it was confirmed. */
  public boolean isClosed(String run, int lines) throws IOException, InterruptedException {
    return send(
            HttpRequest.newBuilder(URI.create(OurPrograms.url(port) + "/runs/" + run))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"lines\":" + lines + "}")))
        == 200;
  }

  /**
   * The reason that a server gives for being unhealthy, such as a queue the broker refuses; empty
   * for none.
   */
  private String reason() throws InterruptedException {
    try {
      return http.send(health().build(), HttpResponse.BodyHandlers.ofString())
          .body()
          .lines()
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      return "";
    }
  }

  private HttpRequest.Builder health() {
    return HttpRequest.newBuilder(URI.create(OurPrograms.url(port) + "/health"))
        .timeout(ANSWER_LIMIT);
  }

  private HttpRequest.Builder post(String line) {
    return HttpRequest.newBuilder(URI.create(OurPrograms.lines(port)))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString("{\"message\":\"" + line + "\"}"));
  }

  private int send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return http.send(request.timeout(ANSWER_LIMIT).build(), HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }
}
