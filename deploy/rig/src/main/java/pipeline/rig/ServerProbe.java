package pipeline.rig;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.ProgramException;

/** Asks a server on a port of the loopback. Thread-safe. */
public record ServerProbe(int port) {
  private static final String PATH = "/server";

  /** Whether the server would take a request now. */
  public boolean isHealthy() throws IOException, InterruptedException {
    return isConfirmed(health());
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
                && (!signs.contains(Spec.Sign.TAKES_A_LINE) || isConfirmed(post("ready"))));
  }

  /** Posts one line, which must need no escaping; whether it was confirmed. */
  public boolean isAccepted(String key, String line) throws IOException, InterruptedException {
    return isConfirmed(post(line, "Idempotency-Key", key));
  }

  /** Says that a run has so many lines; whether it was confirmed. */
  public boolean isClosed(String run, int lines) throws IOException, InterruptedException {
    String end = "{\"lines\":" + lines + "}";
    return isConfirmed(new Loopback(port).post(PATH + "/runs/" + run, end));
  }

  /**
   * The reason that a server gives for being unhealthy, such as a queue the broker refuses; empty
   * for none.
   */
  private String reason() throws InterruptedException {
    try {
      return health().body().lines().findFirst().orElse("");
    } catch (IOException e) {
      return "";
    }
  }

  private HttpResponse<String> health() throws IOException, InterruptedException {
    return new Loopback(port).get(PATH + "/health");
  }

  private HttpResponse<String> post(String line, String... headers)
      throws IOException, InterruptedException {
    String body = "{\"message\":\"" + line + "\"}";
    return new Loopback(port).post(PATH + "/textbody/wordcount", body, headers);
  }

  private static boolean isConfirmed(HttpResponse<String> answer) {
    return answer.statusCode() == 200;
  }
}
