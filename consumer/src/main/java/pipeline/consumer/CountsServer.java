package pipeline.consumer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import pipeline.wire.CountsUnavailableException;
import pipeline.wire.ReadAnswer;
import pipeline.wire.Reads;

/**
 * Reads of the counts while they grow, on the loopback only: the workload's own GETs, {@code
 * /counts?top=N} and {@code /health}. One thread, {@code counts-http}, answers; a slow reader
 * delays other readers and never a consumer.
 */
final class CountsServer implements AutoCloseable {
  private static final int DEFAULT_TOP = 10;
  private static final int MAX_TOP = 10_000;

  private final JsonFactory json = new JsonFactory();
  private final WorkloadHandler<?> handler;
  private final Reads reads;
  private final Results results;
  private final LongSupplier queueLength;
  private final HttpServer server;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(task -> new Thread(task, "counts-http"));

  /**
   * Answers until closed.
   *
   * @param port 0 for any free one
   * @param queueLength messages that wait, -1 while the broker is away
   * @throws IOException if the port cannot be had
   */
  CountsServer(int port, WorkloadHandler<?> handler, Results results, LongSupplier queueLength)
      throws IOException {
    this.handler = handler;
    this.reads = handler.reads();
    this.results = results;
    this.queueLength = queueLength;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(thread);
    server.createContext("/", guarded(this::read));
    server.createContext("/health", guarded(this::health));
    server.createContext("/counts", guarded(this::counts));
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  private interface Question {
    ReadAnswer answer(URI uri) throws IOException;
  }

  private HttpHandler guarded(Question question) {
    return exchange -> {
      ReadAnswer answer;
      if (!exchange.getRequestMethod().equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET");
        answer = ReadAnswer.error(405, "only GET is allowed here");
      } else {
        answer = answer(question, exchange.getRequestURI());
      }
      byte[] body = answer.json().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(answer.status(), body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    };
  }

  private static ReadAnswer answer(Question question, URI uri) throws IOException {
    try {
      return question.answer(uri);
    } catch (CountsUnavailableException e) {
      return ReadAnswer.error(503, "the counts cannot be asked at present");
    }
  }

  private ReadAnswer read(URI uri) {
    return reads
        .answer(uri.getPath(), results.reads())
        .orElse(ReadAnswer.error(404, "there is nothing here but /counts, /health and the reads"));
  }

  private ReadAnswer counts(URI uri) throws IOException {
    String query = String.valueOf(uri.getQuery());
    int top = DEFAULT_TOP;
    if (query.startsWith("top=")) {
      top = query.matches("top=[0-9]{1,5}") ? Integer.parseInt(query.substring(4)) : MAX_TOP + 1;
    }
    if (top > MAX_TOP) {
      return ReadAnswer.error(400, "top is 0 to " + MAX_TOP);
    }
    StringWriter text = new StringWriter();
    try (JsonGenerator out = json.createGenerator(text)) {
      out.writeStartObject();
      writeCounts(out, top);
      out.writeEndObject();
    }
    return ReadAnswer.ok(text.toString());
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

  private ReadAnswer health(URI uri) {
    return queueLength.getAsLong() < 0
        ? ReadAnswer.error(503, "the broker is away")
        : ReadAnswer.ok("{\"message\":\"up\"}");
  }

  @Override
  public void close() {
    server.stop(0);
    thread.shutdownNow();
  }
}
