package pipeline.consumer.http;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import pipeline.consumer.http.ReaderHttp.Connection;
import pipeline.consumer.http.ReaderHttp.Request;
import pipeline.consumer.store.RunTotals;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.workload.Tally;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.process.Build;
import pipeline.wire.query.CountsUnavailableException;
import pipeline.wire.query.JsonResponse;
import pipeline.wire.query.QueryHandler;
import pipeline.wire.query.RequestPath;

/**
 * Serves the counts while they grow: the live page at {@code /} with its {@code /events}, the
 * workload's own GETs, {@code /counts?top=N}, {@code /metrics} and {@code /health}. Requests with a
 * {@code Host} that may be another site's are refused.
 */
final class CountsServer implements AutoCloseable {
  private static final int READERS = 4;
  private static final long PATIENCE_MILLIS = 5_000;

  /**
   * The names of the loopback, which are all that is served there. A name with a dot may belong to
   * another site, whose page must not read the counts (DNS rebinding).
   */
  private static final Pattern LOOPBACK =
      Pattern.compile("(127\\.0\\.0\\.1|localhost|\\[::1])(:\\d{1,5})?");

  /** IP addresses, and names without a dot, such as a container's: no other site can have them. */
  private static final Pattern NEIGHBOUR =
      Pattern.compile("(\\d{1,3}(\\.\\d{1,3}){3}|[a-z0-9_-]+|\\[[0-9a-f:.]+])(:\\d{1,5})?");

  private static final int DEFAULT_TOP = 10;

  private final LivePage page = new LivePage();
  private final Build build = Build.current();
  private final WorkloadHandler<?> handler;
  private final QueryHandler reads;
  private final StoreReader reader;
  private final LongSupplier queueLength;
  private final Supplier<Optional<String>> trouble;
  private final Supplier<String> metrics;
  private final LiveEvents events;
  private final LiveFigures figures;
  private final Pattern hosts;
  private final ReaderHttp server;

  /**
   * Begins to answer, until closed.
   *
   * @param address of the loopback: its names only are served. Of anything else: also IP addresses
   *     and names without a dot, such as a container's, which no other site can have; port 0 is any
   *     free one
   * @param queueLength messages that wait, -1 while the broker is away
   * @param trouble what keeps lines from being counted, empty if nothing does
   * @param metrics the text for Prometheus
   * @param events the live page's; closed with this
   * @throws IOException if the port cannot be had
   */
  CountsServer(
      InetSocketAddress address,
      WorkloadHandler<?> handler,
      StoreReader reader,
      LiveFigures figures,
      LongSupplier queueLength,
      Supplier<Optional<String>> trouble,
      Supplier<String> metrics,
      LiveEvents events)
      throws IOException {
    this.handler = handler;
    this.reads = handler.reads();
    this.reader = reader;
    this.queueLength = queueLength;
    this.trouble = trouble;
    this.metrics = metrics;
    this.events = events;
    this.figures = figures;
    boolean isLoopback = address.getAddress().equals(InetAddress.getLoopbackAddress());
    hosts = isLoopback ? LOOPBACK : NEIGHBOUR;
    server = new ReaderHttp(address, READERS, PATIENCE_MILLIS, this::answer);
  }

  int port() {
    return server.port();
  }

  private void answer(Request request, Connection connection) throws IOException {
    if (!hosts.matcher(request.host()).matches()) {
      // the request is of another site's page, whose name was made to point here
      send(connection, JsonResponse.error(421, "this host is not served here"), Map.of());
      return;
    }
    boolean isHead = request.method().equals("HEAD");
    if (!isHead && !request.method().equals("GET")) {
      JsonResponse refusal = JsonResponse.error(405, "only GET and HEAD are allowed here");
      send(connection, refusal, Map.of("Allow", "GET, HEAD"));
      return;
    }
    String path;
    String query;
    try {
      URI uri = new URI(request.target());
      if (uri.isOpaque()) {
        throw new URISyntaxException(request.target(), "has no path");
      }
      path = RequestPath.decoded(uri.getRawPath());
      query = String.valueOf(uri.getQuery());
    } catch (URISyntaxException e) {
      send(connection, JsonResponse.error(400, "the path is malformed"), Map.of());
      return;
    }
    switch (path) {
      case "/" -> {
        Map<String, String> policy = Map.of("Content-Security-Policy", page.policy());
        send(connection, 200, "text/html; charset=utf-8", page.html(), policy);
      }
      case "/events" -> {
        if (isHead) {
          // HEAD gets no event, so the answer must end here
          connection.send(200, LiveEvents.HEADERS, new byte[0]);
        } else if (!events.serve(connection)) {
          send(connection, JsonResponse.error(503, "too many clients listen"), Map.of());
        }
      }
      case "/metrics" -> {
        byte[] text = metrics.get().getBytes(StandardCharsets.UTF_8);
        send(connection, 200, "text/plain; version=0.0.4; charset=utf-8", text, Map.of());
      }
      default -> send(connection, read(path, query), Map.of());
    }
  }

  private static void send(Connection connection, JsonResponse answer, Map<String, String> more) {
    byte[] body = answer.json().getBytes(StandardCharsets.UTF_8);
    send(connection, answer.status(), "application/json", body, more);
  }

  private static void send(
      Connection connection, int status, String type, byte[] body, Map<String, String> more) {
    Map<String, String> headers = new TreeMap<>(more);
    headers.put("Content-Type", type);
    headers.put("X-Content-Type-Options", "nosniff");
    headers.put("Cache-Control", "no-store");
    connection.send(status, headers, body);
  }

  private JsonResponse read(String path, String query) throws IOException {
    try {
      return switch (path) {
        case "/health" -> health();
        case "/counts" -> counts(query);
        default ->
            reads
                .answer(path, reader.queries())
                .orElse(
                    JsonResponse.error(
                        404, "there is nothing here but /, /counts, /metrics, /health, the reads"));
      };
    } catch (CountsUnavailableException e) {
      return JsonResponse.error(503, "the counts cannot be read at present");
    }
  }

  private JsonResponse counts(String query) throws IOException {
    int top = DEFAULT_TOP;
    if (query.startsWith("top=")) {
      top = query.matches("top=[0-9]{1,5}") ? Integer.parseInt(query.substring(4)) : -1;
    }
    if (top < 0 || top > LiveFigures.MAX_TOP) {
      return JsonResponse.error(400, "top is 0 to " + LiveFigures.MAX_TOP);
    }
    RunTotals runs = figures.runs();
    Tally tally = figures.sums();
    Map<String, Object> counts = new LinkedHashMap<>();
    counts.put(handler.unit(), runs.counted());
    counts.putAll(tally.figures());
    counts.put("waiting", queueLength.getAsLong());
    counts.put("runs", runs.recent().stream().map(run -> LiveReport.shown(run.run())).toList());
    Map<String, Long> highest = new LinkedHashMap<>();
    LiveReport.first(top, tally.top()).forEach(count -> highest.put(count.name(), count.count()));
    counts.put("top", highest);
    return JsonResponse.ok(JSON.std.asString(counts));
  }

  private JsonResponse health() throws IOException {
    Optional<String> found = trouble.get();
    Map<String, Object> health = new LinkedHashMap<>();
    health.put("message", found.orElse("up"));
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("release", build.release());
    about.put("commit", build.commit());
    about.put("jvm", build.jvm());
    health.put("build", about);
    return new JsonResponse(found.isPresent() ? 503 : 200, JSON.std.asString(health));
  }

  /** Closes all connections, then waits at most 5 s for the threads. */
  @Override
  public void close() {
    events.close();
    server.close();
  }
}
