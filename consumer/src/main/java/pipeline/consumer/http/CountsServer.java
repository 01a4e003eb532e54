package pipeline.consumer.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import pipeline.consumer.http.ReaderHttp.Connection;
import pipeline.consumer.http.ReaderHttp.Request;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.workload.Tally;
import pipeline.consumer.workload.WorkloadHandler;
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
  private static final int MAX_TOP = 10_000;
  private static final int MAX_RUNS = 100;

  private static final URI NO_PATH = URI.create("none:none");

  private final JsonFactory json = new JsonFactory();
  private final LivePage page = new LivePage();
  private final WorkloadHandler<?> handler;
  private final QueryHandler reads;
  private final StoreReader reader;
  private final LongSupplier queueLength;
  private final Supplier<Optional<String>> trouble;
  private final Supplier<String> metrics;
  private final LiveEvents events;
  private final CostLimitedCache<Counted> counts;
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
    this.counts = new CostLimitedCache<>(this::count, System::nanoTime);
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
    URI uri = uri(request.target());
    String path = path(uri);
    if (path == null) {
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
      default -> send(connection, read(path, uri), Map.of());
    }
  }

  /**
   * The target as a URI; one without a path if it is malformed, or has none, such as {@code a:b}.
   */
  private static URI uri(String target) {
    try {
      return new URI(target);
    } catch (URISyntaxException e) {
      return NO_PATH;
    }
  }

  /** The path of a URI, decoded; null if there is none. */
  private static String path(URI uri) {
    try {
      return uri.getRawPath() == null ? null : RequestPath.decoded(uri.getRawPath());
    } catch (URISyntaxException e) {
      return null;
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

  private JsonResponse read(String path, URI uri) throws IOException {
    try {
      return switch (path) {
        case "/health" -> health();
        case "/counts" -> counts(uri);
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

  private JsonResponse counts(URI uri) throws IOException {
    String query = String.valueOf(uri.getQuery());
    int top = DEFAULT_TOP;
    if (query.startsWith("top=")) {
      top = query.matches("top=[0-9]{1,5}") ? Integer.parseInt(query.substring(4)) : MAX_TOP + 1;
    }
    if (top > MAX_TOP) {
      return JsonResponse.error(400, "top is 0 to " + MAX_TOP);
    }
    StringWriter text = new StringWriter();
    try (JsonGenerator out = json.createGenerator(text)) {
      out.writeStartObject();
      writeCounts(out, top);
      out.writeEndObject();
    }
    return JsonResponse.ok(text.toString());
  }

  /** The figures whose cost grows with the number of words or runs. */
  private record Counted(long lines, Tally tally, List<String> runs) {}

  private Counted count() {
    List<String> runs = new ArrayList<>();
    reader.runTotals(MAX_RUNS).recent().forEach(run -> runs.add(LiveReport.shown(run.run())));
    return new Counted(reader.lines(), Tally.of(reader, handler, MAX_TOP), runs);
  }

  private void writeCounts(JsonGenerator out, int limit) throws IOException {
    Counted counted = counts.get().value();
    out.writeNumberField(handler.unit(), counted.lines());
    for (Map.Entry<String, Long> figure : counted.tally().figures().entrySet()) {
      out.writeNumberField(figure.getKey(), figure.getValue());
    }
    out.writeNumberField("waiting", queueLength.getAsLong());
    out.writeArrayFieldStart("runs");
    for (String run : counted.runs()) {
      out.writeString(run);
    }
    out.writeEndArray();
    out.writeObjectFieldStart("top");
    List<NamedCount> top = counted.tally().top();
    for (NamedCount count : top.subList(0, Math.min(limit, top.size()))) {
      out.writeNumberField(count.name(), count.count());
    }
    out.writeEndObject();
  }

  private JsonResponse health() throws IOException {
    Optional<String> found = trouble.get();
    StringWriter text = new StringWriter();
    try (JsonGenerator out = json.createGenerator(text)) {
      out.writeStartObject();
      out.writeStringField("message", found.orElse("up"));
      out.writeEndObject();
    }
    return new JsonResponse(found.isPresent() ? 503 : 200, text.toString());
  }

  /** Closes all connections, then waits at most 5 s for the threads. */
  @Override
  public void close() {
    events.close();
    server.close();
  }
}
