package pipeline.server;

import java.io.IOException;
import java.time.Duration;
import javax.servlet.http.HttpServlet;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import pipeline.wire.RunId;

/** The real Tomcat and the real servlets on a free port, before a publisher without a broker. */
final class HttpFixture implements AutoCloseable {
  static final RunId SERVER_RUN = new RunId(7, 7);
  static final int LIMIT = 1 << 20;
  static final Duration READ_DEADLINE = Duration.ofMillis(700);
  private static final int THREADS = 10;
  private static final int MAX_CONNECTIONS = 1_000;

  private final RecordingPublisher publisher = new RecordingPublisher();
  private final Deadlines deadlines = new Deadlines("test-deadlines");
  private final TomcatServer tomcat;

  HttpFixture() throws Exception {
    TomcatLog.toSlf4j();
    HttpConfig config =
        new HttpConfig("127.0.0.1", 0, THREADS, MAX_CONNECTIONS, LIMIT, READ_DEADLINE);
    BodyReader bodies = new BodyReader(config, deadlines.executor(), System::nanoTime);
    tomcat =
        new TomcatServer(
            config,
            context -> {
              ServerKeys keys = new ServerKeys(SERVER_RUN);
              TextFunctions functions = TextFunctions.standard();
              add(context, "/textbody/*", new TextServlet(functions, bodies, publisher, keys));
              add(context, "/health", new HealthServlet(publisher));
              add(context, "/", new UnknownPathServlet(bodies));
            });
  }

  RecordingPublisher publisher() {
    return publisher;
  }

  RawHttp connect() throws Exception {
    return new RawHttp(tomcat.port());
  }

  /** The answer to one POST of JSON to the word count, on a connection of its own. */
  RawHttp.Answer post(String body, String... headers) throws Exception {
    try (RawHttp http = connect()) {
      http.send(RawHttp.post(body, headers));
      return http.answer();
    }
  }

  @Override
  public void close() throws IOException, LifecycleException {
    tomcat.close();
    deadlines.close();
    publisher.close();
  }

  private static void add(Context context, String path, HttpServlet servlet) {
    Wrapper wrapper = Tomcat.addServlet(context, path, servlet);
    wrapper.setAsyncSupported(true);
    wrapper.addMapping(path);
  }
}
