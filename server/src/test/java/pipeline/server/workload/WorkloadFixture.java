package pipeline.server.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;
import org.apache.catalina.LifecycleException;
import pipeline.server.LocalServer;
import pipeline.server.exchange.BodyReader;
import pipeline.server.exchange.HttpConfig;
import pipeline.server.exchange.HttpStats;
import pipeline.server.http.ApiToken;
import pipeline.server.http.Endpoints;
import pipeline.server.http.RecordingPublisher;
import pipeline.server.http.StoreReads;
import pipeline.server.http.WorkloadServlet;
import pipeline.server.operations.OperationsServlet;
import pipeline.server.tomcat.TomcatServer;
import pipeline.wire.identity.RunId;
import pipeline.wire.process.ProgramMetrics;
import pipeline.wire.query.CounterQueries;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.Workload;

/**
 * The real Tomcat and the real servlets of a workload on a free port, before a publisher without a
 * broker.
 */
public final class WorkloadFixture<P> implements LocalServer, AutoCloseable {
  /** The time of the server's clock, in milliseconds since 1970. */
  public static final long NOW = Instant.parse("2026-11-26T12:00:00Z").toEpochMilli();

  /** A client's run, which the server takes. */
  public static final RunId RUN = RunId.startingAt(NOW, new SecureRandom());

  public static final int LIMIT = 1 << 20;
  public static final int BULK_LIMIT = LIMIT + LIMIT / 2;
  public static final int BULK_LINES = 2_000;
  public static final int BODIES_LIMIT = 2 * LIMIT;

  /** A read deadline that no body misses which is sent at once, though the machine is busy. */
  public static final Duration READ_DEADLINE = Duration.ofSeconds(10);

  /** The read deadline of tests that wait until it has passed. */
  public static final Duration SHORT_DEADLINE = Duration.ofMillis(700);

  public static final int THREADS = 4;
  private static final int MAX_CONNECTIONS = 1_000;

  private final RecordingPublisher<P> publisher = new RecordingPublisher<>();
  private final BodyReader bodies;
  private final ProgramMetrics metrics = new ProgramMetrics();
  private final StoreReads reads;
  private final TomcatServer tomcat;

  public WorkloadFixture(Workload workload, Endpoints<P> endpoints, Optional<CounterQueries> counts)
      throws Exception {
    this(workload, endpoints, counts, run -> Set.of(), "", READ_DEADLINE);
  }

  /**
   * @param apiToken empty for none
   */
  public WorkloadFixture(
      Workload workload,
      Endpoints<P> endpoints,
      Optional<CounterQueries> counts,
      Function<RunId, Set<Long>> ends,
      String apiToken,
      Duration readDeadline)
      throws Exception {
    ApiToken token = ApiToken.from(new Settings(Map.of("API_TOKEN", apiToken), new Properties()));
    TomcatServer.logToSlf4j();
    HttpConfig config =
        new HttpConfig(
            "127.0.0.1",
            0,
            THREADS,
            MAX_CONNECTIONS,
            LIMIT,
            BULK_LIMIT,
            BULK_LINES,
            BODIES_LIMIT,
            readDeadline);
    bodies = new BodyReader(config, System::nanoTime);
    HttpStats stats = new HttpStats(metrics.registry(), System::nanoTime);
    reads = new StoreReads(endpoints.reads(), counts, ends);
    WorkloadServlet<P> servlet =
        new WorkloadServlet<>(
            endpoints, bodies, publisher, reads, token, stats, workload, () -> NOW);
    OperationsServlet operations = new OperationsServlet(publisher, metrics, bodies);
    tomcat =
        new TomcatServer(
            config,
            context ->
                context.addServletContainerInitializer(
                    (classes, started) -> {
                      servlet.register(started);
                      operations.register(started);
                    },
                    null));
  }

  public RecordingPublisher<P> publisher() {
    return publisher;
  }

  @Override
  public int port() {
    return tomcat.port();
  }

  public void assertNothingPublished() {
    assertThat(publisher.published()).isEmpty();
    assertThat(publisher.ends()).isEmpty();
  }

  @Override
  public void close() throws IOException, LifecycleException {
    reads.close();
    tomcat.close();
    bodies.close();
    metrics.close();
  }
}
