package pipeline.server;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.catalina.LifecycleException;
import pipeline.wire.identity.RunId;
import pipeline.wire.query.CounterQueries;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.Workload;

/**
 * The real Tomcat and the real servlets of a workload on a free port, before a publisher without a
 * broker.
 */
class WorkloadFixture<P> implements AutoCloseable {
  static final RunId SERVER_RUN = new RunId(7, 7);
  static final int LIMIT = 1 << 20;
  static final Duration READ_DEADLINE = Duration.ofMillis(700);
  private static final int THREADS = 10;
  private static final int MAX_CONNECTIONS = 1_000;

  private final RecordingPublisher<P> publisher = new RecordingPublisher<>();
  private final Deadlines deadlines = new Deadlines("test-deadlines");
  private final ServerMetrics metrics = new ServerMetrics();
  private final StoreReads reads;
  private final TomcatServer tomcat;

  WorkloadFixture(Workload workload, Endpoints<P> endpoints, Optional<CounterQueries> counts)
      throws Exception {
    this(workload, endpoints, counts, "");
  }

  /**
   * @param apiToken empty for none
   */
  WorkloadFixture(
      Workload workload, Endpoints<P> endpoints, Optional<CounterQueries> counts, String apiToken)
      throws Exception {
    ApiToken token = ApiToken.from(new Settings(Map.of("API_TOKEN", apiToken), new Properties()));
    TomcatLog.toSlf4j();
    HttpConfig config =
        new HttpConfig("127.0.0.1", 0, THREADS, MAX_CONNECTIONS, LIMIT, READ_DEADLINE);
    BodyReader bodies = new BodyReader(config, deadlines.executor(), System::nanoTime);
    ServerKeys keys = new ServerKeys(SERVER_RUN);
    HttpStats stats = new HttpStats(metrics.registry(), System::nanoTime);
    reads = new StoreReads(endpoints.reads(), counts);
    WorkloadServlet<P> servlet =
        new WorkloadServlet<>(endpoints, bodies, publisher, keys, reads, token, stats);
    tomcat =
        new TomcatServer(
            config,
            context ->
                context.addServletContainerInitializer(
                    (classes, started) -> {
                      Servlets servlets = new Servlets(started);
                      servlets.workload(endpoints, servlet);
                      servlets.unknown(bodies, stats, workload);
                      servlets.operations(publisher, metrics);
                    },
                    null));
  }

  RecordingPublisher<P> publisher() {
    return publisher;
  }

  RawHttp connect() throws Exception {
    return new RawHttp(tomcat.port());
  }

  /** The answer to one request without a body, on a connection of its own. */
  RawHttp.Answer send(String method, String path, String... headers) throws Exception {
    try (RawHttp http = connect()) {
      String[] head = new String[headers.length + 2];
      head[0] = method + " " + path + " HTTP/1.1";
      head[1] = "Host: x";
      System.arraycopy(headers, 0, head, 2, headers.length);
      http.sendHead(head);
      return http.answer();
    }
  }

  /** The answer to one POST of JSON, on a connection of its own. */
  RawHttp.Answer postTo(String path, String body, String... headers) throws Exception {
    try (RawHttp http = connect()) {
      http.send(
          RawHttp.post(path, body.getBytes(java.nio.charset.StandardCharsets.UTF_8), headers));
      return http.answer();
    }
  }

  @Override
  public void close() throws IOException, LifecycleException {
    reads.close();
    tomcat.close();
    deadlines.close();
    publisher.close();
    metrics.close();
  }
}
