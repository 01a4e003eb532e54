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
import java.util.TreeMap;
import org.apache.catalina.LifecycleException;
import pipeline.server.http.RawHttp;
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

  public RawHttp.Answer get(String path) throws IOException, InterruptedException {
    return send(request(path));
  }

  public RawHttp.Answer health() throws IOException, InterruptedException {
    return get("/health");
  }

  public boolean isUp() throws IOException, InterruptedException {
    return health().status() == 200;
  }

  /** The present metrics, by name and labels. */
  public Map<String, Double> samples() throws IOException, InterruptedException {
    return Samples.of(get("/metrics").body());
  }

  public RawHttp.Answer post(RequestKey key, String line) throws IOException, InterruptedException {
    return postJson("/textbody/wordcount", key.toString(), "{\"message\":\"" + line + "\"}");
  }

  /** Posts many lines of text; the key is that of the first. */
  public RawHttp.Answer postLines(RequestKey first, String body)
      throws IOException, InterruptedException {
    return post("/textbody/wordcount", "text/plain; charset=utf-8", first.toString(), body);
  }

  /** Posts the end of a run. */
  public RawHttp.Answer post(RunEnd end) throws IOException, InterruptedException {
    return postJson("/runs/" + end.run(), "", "{\"lines\":" + end.lines() + "}");
  }

  /**
   * Posts JSON.
   *
   * @param key empty for none
   */
  public RawHttp.Answer postJson(String path, String key, String body)
      throws IOException, InterruptedException {
    return post(path, "application/json", key, body);
  }

  private RawHttp.Answer post(String path, String type, String key, String body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        request(path).header("Content-Type", type).POST(HttpRequest.BodyPublishers.ofString(body));
    return send(key.isEmpty() ? request : request.header("Idempotency-Key", key));
  }

  public int port() {
    return tomcat.port();
  }

  @Override
  public void close() throws IOException, LifecycleException {
    tomcat.close();
  }

  private RawHttp.Answer send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    HttpResponse<String> response =
        client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    Map<String, String> headers = new TreeMap<>();
    response.headers().map().forEach((name, values) -> headers.put(name, values.get(0)));
    return new RawHttp.Answer(response.statusCode(), headers, response.body());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + tomcat.port() + "/server" + path))
        .timeout(Duration.ofSeconds(30));
  }
}
