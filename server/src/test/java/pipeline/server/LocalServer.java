package pipeline.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.servlet.ServletContext;
import org.apache.catalina.LifecycleException;
import org.apache.commons.lang3.ArrayUtils;
import pipeline.server.exchange.HttpConfig;
import pipeline.server.http.RawHttp;
import pipeline.server.tomcat.TomcatServer;
import pipeline.wire.settings.Settings;

/** A server on the loopback, which is asked over a new connection for each request. */
public interface LocalServer {

  int port();

  /**
   * The settings of a server on a free port of the loopback.
   *
   * @param more as in the environment: name, value, name, value
   */
  static Settings settings(String... more) {
    Map<String, String> environment = new HashMap<>();
    environment.putAll(Map.of("SERVER_HOST", "127.0.0.1", "SERVER_PORT", "0"));
    for (int i = 0; i < more.length; i += 2) {
      environment.put(more[i], more[i + 1]);
    }
    return new Settings(environment, new Properties());
  }

  /** Tomcat with the servlets that {@code application} registers. */
  static TomcatServer tomcat(HttpConfig config, Consumer<ServletContext> application)
      throws IOException, LifecycleException {
    TomcatServer.logToSlf4j();
    return new TomcatServer(
        config,
        context ->
            context.addServletContainerInitializer(
                (classes, started) -> application.accept(started), null));
  }

  default RawHttp connect() throws IOException {
    return new RawHttp(port());
  }

  /** The answer to one request without a body. */
  default RawHttp.Answer send(String method, String path, String... headers) throws IOException {
    try (RawHttp http = connect()) {
      http.sendHead(
          ArrayUtils.addAll(new String[] {method + " " + path + " HTTP/1.1", "Host: x"}, headers));
      return method.equals("HEAD") ? http.head() : http.answer();
    }
  }

  /** The answer to one POST, of JSON unless a header says otherwise. */
  default RawHttp.Answer postTo(String path, String body, String... headers) throws IOException {
    return postTo(path, body.getBytes(UTF_8), headers);
  }

  default RawHttp.Answer postTo(String path, byte[] body, String... headers) throws IOException {
    try (RawHttp http = connect()) {
      http.send(RawHttp.post(path, body, headers));
      return http.answer();
    }
  }

  default RawHttp.Answer health() throws IOException {
    return send("GET", "/server/health");
  }

  default boolean isUp() throws IOException {
    return health().status() == 200;
  }

  /** The present metrics, by name and labels as they stand. */
  default Map<String, Double> samples() throws IOException {
    return samplesIn(send("GET", "/server/metrics").body());
  }

  /** Reads text for Prometheus: each series with its value. */
  static Map<String, Double> samplesIn(String text) {
    return text.lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(" (?=[^ ]*$)", 2))
        .collect(Collectors.toMap(sample -> sample[0], sample -> Double.valueOf(sample[1])));
  }
}
