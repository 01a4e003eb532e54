package pipeline.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.catalina.LifecycleException;
import pipeline.server.tomcat.TomcatServer;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.settings.Settings;

/** The whole server inside the test's JVM, on a free port of the loopback. */
public final class RunningServer implements AutoCloseable {
  private final TomcatServer tomcat;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /**
   * @param settings as in the environment: name, value, name, value
   */
  public RunningServer(String... settings) throws Exception {
    TomcatServer.logToSlf4j();
    Map<String, String> environment = new HashMap<>();
    environment.put("SERVER_HOST", "127.0.0.1");
    environment.put("SERVER_PORT", "0");
    for (int i = 0; i < settings.length; i += 2) {
      environment.put(settings[i], settings[i + 1]);
    }
    tomcat = Main.serving(ServerConfig.from(new Settings(environment, new Properties())));
  }

  public HttpResponse<String> health() throws IOException, InterruptedException {
    return send(request("/health"));
  }

  public boolean isUp() throws IOException, InterruptedException {
    return health().statusCode() == 200;
  }

  public HttpResponse<String> post(RequestKey key, String line)
      throws IOException, InterruptedException {
    return send(post(line).header("Idempotency-Key", key.toString()));
  }

  /** Posts many lines of text; the key is that of the first. */
  public HttpResponse<String> postLines(RequestKey first, String body)
      throws IOException, InterruptedException {
    return send(
        request("/textbody/wordcount")
            .header("Content-Type", "text/plain; charset=utf-8")
            .header("Idempotency-Key", first.toString())
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  /** Posts the end of a run. */
  public HttpResponse<String> post(RunEnd end) throws IOException, InterruptedException {
    return send(
        request("/runs/" + end.run())
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString("{\"lines\":" + end.lines() + "}")));
  }

  /** Posts a line without a key. */
  public HttpResponse<String> postAnonymously(String line)
      throws IOException, InterruptedException {
    return send(post(line));
  }

  public int port() {
    return tomcat.port();
  }

  @Override
  public void close() throws IOException, LifecycleException {
    tomcat.close();
  }

  private HttpRequest.Builder post(String line) {
    return request("/textbody/wordcount")
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString("{\"message\":\"" + line + "\"}"));
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + tomcat.port() + "/server" + path))
        .timeout(Duration.ofSeconds(30));
  }
}
