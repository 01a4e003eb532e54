package pipeline.faults;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Requests by hand, as with curl, past the proxies. Thread-safe. */
final class ServerProbe {
  private static final Duration LIMIT = Duration.ofSeconds(6);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String url;

  ServerProbe(int port) {
    url = "http://127.0.0.1:" + port + "/server";
  }

  /** Whether it would take a request now. */
  boolean isHealthy() throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(url + "/health"))) == 200;
  }

  /** Posts one line, which must need no escaping; whether it was confirmed. */
  boolean isAccepted(String key, String line) throws IOException, InterruptedException {
    HttpRequest.Builder post =
        HttpRequest.newBuilder(URI.create(url + "/textbody/wordcount"))
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(HttpRequest.BodyPublishers.ofString("{\"message\":\"" + line + "\"}"));
    return send(post) == 200;
  }

  private int send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return http.send(request.timeout(LIMIT).build(), HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }
}
