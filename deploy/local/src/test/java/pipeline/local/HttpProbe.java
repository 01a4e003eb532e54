package pipeline.local;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Sends requests to a server by the JDK's HTTP client, which is not ours. */
final class HttpProbe {
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String base;

  /**
   * @param base such as {@code http://127.0.0.1:8080/server}
   */
  HttpProbe(String base) {
    this.base = base;
  }

  boolean isUp() throws InterruptedException {
    try {
      return send(HttpRequest.newBuilder(URI.create(base + "/health"))).statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  /** The value of a metric without labels; 0 if there is none. */
  double metric(String name) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(base + "/metrics")))
        .body()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
        .sum();
  }

  HttpResponse<String> post(String path, String json) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(base + path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.timeout(Duration.ofSeconds(10)).build(), BodyHandlers.ofString());
  }
}
