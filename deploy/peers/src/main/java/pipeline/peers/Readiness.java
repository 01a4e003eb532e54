package pipeline.peers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import pipeline.testkit.process.Await;

/** When a server that was just started can be used. */
final class Readiness {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration ONE_TRY = Duration.ofSeconds(5);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(ONE_TRY).build();

  /** Waits until a posted line gets 200. */
  void awaitPost(int port, RunningProgram server) throws IOException, InterruptedException {
    await(
        HttpRequest.newBuilder(URI.create(Programs.url(port)))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString("{\"message\":\"ready\"}"))
            .timeout(ONE_TRY)
            .build(),
        server);
  }

  /** Waits until {@code /server/health} answers 200. */
  void awaitHealth(int port, RunningProgram server) throws IOException, InterruptedException {
    URI health = URI.create(Programs.base(port) + "/health");
    await(HttpRequest.newBuilder(health).timeout(ONE_TRY).build(), server);
  }

  /** Waits until somebody listens on the port. */
  void awaitListening(int port, RunningProgram program) throws IOException, InterruptedException {
    await(program, "does not listen on " + port, () -> isListening(port));
  }

  private static boolean isListening(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private void await(HttpRequest request, RunningProgram server)
      throws IOException, InterruptedException {
    await(server, "does not answer " + request.uri(), () -> answers(request));
  }

  /** Returns when the condition holds; at once with an error when the program has ended. */
  private static void await(RunningProgram program, String failure, Await.Condition condition)
      throws IOException, InterruptedException {
    boolean held = Await.holds(LIMIT, () -> !program.alive() || condition.holds());
    if (!held || !program.alive()) {
      throw new IOException(program + " " + failure);
    }
  }

  private boolean answers(HttpRequest request) throws InterruptedException {
    try {
      return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }
}
