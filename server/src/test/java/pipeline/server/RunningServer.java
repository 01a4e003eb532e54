package pipeline.server;

import java.io.IOException;
import org.apache.catalina.LifecycleException;
import pipeline.server.http.RawHttp;
import pipeline.server.tomcat.TomcatServer;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunEnd;

/** The whole server inside the test's JVM, on a free port of the loopback. */
public final class RunningServer implements LocalServer, AutoCloseable {
  private final TomcatServer tomcat;

  /**
   * @param settings as in the environment: name, value, name, value
   */
  public RunningServer(String... settings) throws Exception {
    TomcatServer.logToSlf4j();
    tomcat = Main.serving(ServerConfig.from(LocalServer.settings(settings)), why -> {});
  }

  @Override
  public int port() {
    return tomcat.port();
  }

  public RawHttp.Answer post(RequestKey key, String line) throws IOException {
    return postTo("/server/textbody/wordcount", "{\"message\":\"" + line + "\"}", header(key));
  }

  /** Posts many lines of text; the key is that of the first. */
  public RawHttp.Answer postLines(RequestKey first, String body) throws IOException {
    return postTo("/server/textbody/wordcount", body, "Content-Type: text/plain", header(first));
  }

  public RawHttp.Answer post(RunEnd end) throws IOException {
    return postTo("/server/runs/" + end.run(), "{\"lines\":" + end.lines() + "}");
  }

  public static String header(RequestKey key) {
    return "Idempotency-Key: " + key;
  }

  @Override
  public void close() throws IOException, LifecycleException {
    tomcat.close();
  }
}
