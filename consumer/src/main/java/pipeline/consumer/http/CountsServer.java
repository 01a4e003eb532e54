package pipeline.consumer.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.store.Results;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.query.CountsUnavailableException;
import pipeline.wire.query.JsonResponse;
import pipeline.wire.query.QueryHandler;

/**
 * Reads of the counts while they grow, on the loopback only: the live page at {@code /} with its
 * {@code /events}, the workload's own GETs, {@code /counts?top=N}, {@code /metrics} and {@code
 * /health}. A few threads, {@code counts-http-N}, answer, and one more for each that listens to
 * events; a slow reader delays other readers at most and never a consumer.
 */
final class CountsServer implements AutoCloseable {
  private static final int READERS = 4;
  private static final int DEFAULT_TOP = 10;
  private static final int MAX_TOP = 10_000;

  private final JsonFactory json = new JsonFactory();
  private final LivePage page = new LivePage();
  private final WorkloadHandler<?> handler;
  private final QueryHandler reads;
  private final Results results;
  private final LongSupplier queueLength;
  private final Supplier<String> metrics;
  private final LiveEvents events;
  private final HttpServer server;
  private final ThreadPoolExecutor threads;

  /**
   * Answers until closed.
   *
   * @param port 0 for any free one
   * @param queueLength messages that wait, -1 while the broker is away
   * @param metrics the text for Prometheus
   * @param events the live page's; closed with this
   * @throws IOException if the port cannot be had
   */
  CountsServer(
      int port,
      WorkloadHandler<?> handler,
      Results results,
      LongSupplier queueLength,
      Supplier<String> metrics,
      LiveEvents events)
      throws IOException {
    this.handler = handler;
    this.reads = handler.reads();
    this.results = results;
    this.queueLength = queueLength;
    this.metrics = metrics;
    this.events = events;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    threads = threads(LiveEvents.MAX_LISTENERS + READERS);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** As many as are needed; those that have nothing to do end. */
  private static ThreadPoolExecutor threads(int limit) {
    AtomicInteger next = new AtomicInteger(1);
    ThreadFactory named = task -> new Thread(task, "counts-http-" + next.getAndIncrement());
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            limit, limit, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named);
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  int port() {
    return server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    if (!exchange.getRequestMethod().equals("GET")) {
      exchange.getResponseHeaders().set("Allow", "GET");
      send(exchange, JsonResponse.error(405, "only GET is allowed here"));
      return;
    }
    switch (exchange.getRequestURI().getPath()) {
      case "/" -> {
        exchange.getResponseHeaders().set("Content-Security-Policy", page.policy());
        send(exchange, 200, "text/html; charset=utf-8", page.html());
      }
      case "/events" -> {
        if (!events.serve(exchange)) {
          send(exchange, JsonResponse.error(503, "too many listen already"));
        }
      }
      case "/metrics" -> {
        byte[] text = metrics.get().getBytes(StandardCharsets.UTF_8);
        send(exchange, 200, "text/plain; version=0.0.4; charset=utf-8", text);
      }
      default -> send(exchange, read(exchange.getRequestURI()));
    }
  }

  private static void send(HttpExchange exchange, JsonResponse answer) throws IOException {
    byte[] body = answer.json().getBytes(StandardCharsets.UTF_8);
    send(exchange, answer.status(), "application/json", body);
  }

  private static void send(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private JsonResponse read(URI uri) throws IOException {
    try {
      return switch (uri.getPath()) {
        case "/health" -> health();
        case "/counts" -> counts(uri);
        default ->
            reads
                .answer(uri.getPath(), results.reads())
                .orElse(
                    JsonResponse.error(
                        404, "there is nothing here but /, /counts, /metrics, /health, the reads"));
      };
    } catch (CountsUnavailableException e) {
      return JsonResponse.error(503, "the counts cannot be asked at present");
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

  private void writeCounts(JsonGenerator out, int limit) throws IOException {
    Collection<NamedCount> counts = results.counts();
    out.writeNumberField(handler.entries(), results.lines());
    for (Map.Entry<String, Long> figure : handler.figures(counts).entrySet()) {
      out.writeNumberField(figure.getKey(), figure.getValue());
    }
    out.writeNumberField("waiting", queueLength.getAsLong());
    out.writeArrayFieldStart("runs");
    for (RunFigures run : results.runs()) {
      out.writeString(run.run().toString());
    }
    out.writeEndArray();
    out.writeObjectFieldStart("top");
    for (NamedCount count : NamedCount.top(counts, limit).toList()) {
      out.writeNumberField(count.name(), count.count());
    }
    out.writeEndObject();
  }

  private JsonResponse health() {
    return queueLength.getAsLong() < 0
        ? JsonResponse.error(503, "the broker is away")
        : JsonResponse.ok("{\"message\":\"up\"}");
  }

  /** Cuts all connections; at once, but for a thread that is in the middle of something. */
  @Override
  public void close() {
    events.close();
    server.stop(0);
    threads.shutdownNow();
    try {
      threads.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
