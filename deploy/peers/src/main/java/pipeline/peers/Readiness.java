package pipeline.peers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** When a server that was just started can be used. */
final class Readiness {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration ONE_TRY = Duration.ofSeconds(5);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(ONE_TRY).build();

  /** A port of the loopback that nobody listens on now. */
  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Waits until a posted line gets 200. */
  void awaitPost(int port, Child server) throws IOException, InterruptedException {
    await(
        HttpRequest.newBuilder(URI.create(Programs.url(port)))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString("{\"message\":\"ready\"}"))
            .timeout(ONE_TRY)
            .build(),
        server);
  }

  /** Waits until {@code /server/health} answers 200. */
  void awaitHealth(int port, Child server) throws IOException, InterruptedException {
    URI health = URI.create(Programs.base(port) + "/health");
    await(HttpRequest.newBuilder(health).timeout(ONE_TRY).build(), server);
  }

  /** Waits until somebody listens on the port. */
  void awaitListening(int port, Child program) throws IOException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!isListening(port)) {
      if (!program.alive() || System.nanoTime() > deadline) {
        throw new IOException(program + " does not listen on " + port);
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private static boolean isListening(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private void await(HttpRequest request, Child server) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!answers(request)) {
      if (!server.alive() || System.nanoTime() > deadline) {
        throw new IOException(server + " does not answer " + request.uri());
      }
      LockSupport.parkNanos(POLL_NANOS);
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
