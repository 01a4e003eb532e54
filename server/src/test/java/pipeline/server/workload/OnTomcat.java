package pipeline.server.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.commons.lang3.ArrayUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInstance;
import pipeline.server.LocalServer;
import pipeline.server.broker.PublishResult;
import pipeline.server.exchange.BodyReader;
import pipeline.server.exchange.HttpConfig;
import pipeline.server.exchange.HttpStats;
import pipeline.server.http.ApiToken;
import pipeline.server.http.Endpoints;
import pipeline.server.http.RawHttp;
import pipeline.server.http.StoreReads;
import pipeline.server.http.WorkloadServlet;
import pipeline.server.lifecycle.Closer;
import pipeline.server.operations.OperationsServlet;
import pipeline.server.publish.Publisher;
import pipeline.server.tomcat.TomcatServer;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;
import pipeline.wire.process.ProgramMetrics;
import pipeline.wire.query.CounterQueries;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.Workload;

/**
 * The real Tomcat and the real servlets of a workload, before a publisher without a broker: one
 * server for all tests of a class, which find nothing of each other in it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class OnTomcat<P> implements LocalServer {
  public static final String TEXT = "Content-Type: text/plain; charset=utf-8";
  public static final String NDJSON = "Content-Type: application/x-ndjson";

  /** The time of the server's clock, in milliseconds since 1970. */
  protected static final long NOW = Instant.parse("2026-11-26T12:00:00Z").toEpochMilli();

  /** A client's run, which the server takes. */
  protected static final RunId RUN = RunId.startingAt(NOW, new SecureRandom());

  protected static final int LIMIT = 1 << 20;
  protected static final int BULK_LIMIT = LIMIT + LIMIT / 2;
  protected static final int BULK_LINES = 2_000;
  protected static final int BODIES_LIMIT = 2 * LIMIT;
  protected static final int THREADS = 4;

  /** The setting of tests that wait until a body is late. */
  protected static final String[] SHORT_DEADLINE = {"READ_DEADLINE_MS", "700"};

  private static final String[] LIMITS = {
    "BULK_BODY_LIMIT", Integer.toString(BULK_LIMIT),
    "BULK_LINES", Integer.toString(BULK_LINES),
    "BODIES_LIMIT", Integer.toString(BODIES_LIMIT),
    "MAX_CONNECTIONS", "1000"
  };

  protected final RecordingPublisher<P> publisher = new RecordingPublisher<>();
  private final Closer closer = new Closer();
  private final TomcatServer tomcat;

  /**
   * @param given name, value, name, value
   */
  protected OnTomcat(
      Workload workload, Endpoints<P> endpoints, Optional<CounterQueries> counts, String... given)
      throws Exception {
    Settings settings = LocalServer.settings(ArrayUtils.addAll(LIMITS, given));
    HttpConfig config = HttpConfig.from(settings, THREADS);
    ProgramMetrics metrics = closer.add(new ProgramMetrics());
    BodyReader bodies = closer.add(new BodyReader(config, System::nanoTime));
    StoreReads reads = closer.add(new StoreReads(endpoints.reads(), counts, run -> Set.of()));
    WorkloadServlet<P> servlet =
        new WorkloadServlet<>(
            endpoints,
            bodies,
            publisher,
            reads,
            ApiToken.from(settings),
            new HttpStats(metrics.registry(), System::nanoTime),
            workload,
            () -> NOW);
    OperationsServlet operations = new OperationsServlet(publisher, metrics, bodies);
    tomcat =
        closer.add(
            LocalServer.tomcat(
                config,
                context -> {
                  servlet.register(context);
                  operations.register(context);
                }));
  }

  @Override
  public int port() {
    return tomcat.port();
  }

  @AfterEach
  void forget() {
    publisher.forget();
  }

  @AfterAll
  void stop() {
    closer.close();
  }

  /** The header with the key of a line of the client's run. */
  protected static String key(int seq) {
    return "Idempotency-Key: " + new RequestKey(RUN, seq);
  }

  protected void assertNothingPublished() {
    assertThat(publisher.published()).isEmpty();
    assertThat(publisher.ends()).isEmpty();
  }

  /** Checks that a request got this status, a message, and that nothing was published. */
  protected RawHttp.Answer refused(int status, RawHttp.Answer answer) {
    assertNothingPublished();
    return answer.hasStatus(status).contains("{\"message\":\"");
  }

  /**
   * A publisher without a broker: it records the entries that it gets and ends them as told, at
   * once or when they are released.
   */
  public static final class RecordingPublisher<P> implements Publisher<P> {
    private final Queue<Entry<P>> published = new ConcurrentLinkedQueue<>();
    private final Queue<RunEnd> ends = new ConcurrentLinkedQueue<>();
    private final Queue<Publisher.Callback> held = new ConcurrentLinkedQueue<>();
    private volatile PublishResult result = PublishResult.CONFIRMED;
    private volatile boolean holding;

    // a request is recorded and held in one step, or a release between the two would miss it
    @Override
    public synchronized void publish(Entry<P> entry, Publisher.Callback callback) {
      published.add(entry);
      end(callback);
    }

    @Override
    public synchronized void publish(RunEnd end, Publisher.Callback callback) {
      ends.add(end);
      end(callback);
    }

    private void end(Publisher.Callback callback) {
      held.add(callback);
      if (!holding) {
        release();
      }
    }

    @Override
    public Optional<String> brokenPart() {
      return result.confirmed() ? Optional.empty() : Optional.of(result.reason());
    }

    public Queue<Entry<P>> published() {
      return published;
    }

    public Queue<RunEnd> ends() {
      return ends;
    }

    public void answerWith(PublishResult next) {
      result = next;
    }

    public void hold() {
      holding = true;
    }

    public synchronized void release() {
      holding = false;
      for (Publisher.Callback next = held.poll(); next != null; next = held.poll()) {
        next.ended(result);
        next.released();
      }
    }

    /** Forgets what it got, and confirms what follows. */
    public void forget() {
      result = PublishResult.CONFIRMED;
      release();
      published.clear();
      ends.clear();
    }
  }
}
