package pipeline.consumer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import pipeline.wire.RunId;

/**
 * Reads of the counts while they grow, on the loopback only: {@code GET
 * /textbody/wordcount/{word}}, {@code /counts?top=N} and {@code /health}. One thread, {@code
 * counts-http}, answers; a slow reader delays other readers and never a consumer.
 */
final class CountsServer implements AutoCloseable {
  private static final String WORD_PATH = "/textbody/wordcount/";
  private static final int DEFAULT_TOP = 10;
  private static final int MAX_TOP = 10_000;

  private final JsonFactory json = new JsonFactory();
  private final Tally tally;
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
  CountsServer(int port, Tally tally, LongSupplier queueLength) throws IOException {
    this.tally = tally;
    this.queueLength = queueLength;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(thread);
    server.createContext("/", exchange -> answer(exchange, 404, this::unknown));
    server.createContext("/health", exchange -> answer(exchange, health(), this::writeHealth));
    server.createContext("/counts", this::counts);
    server.createContext(WORD_PATH, this::word);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  private interface Body {
    void write(JsonGenerator out) throws IOException;
  }

  private void word(HttpExchange exchange) throws IOException {
    String word = exchange.getRequestURI().getPath().substring(WORD_PATH.length());
    answer(exchange, 200, out -> out.writeNumberField("message", tally.words().count(word)));
  }

  private void counts(HttpExchange exchange) throws IOException {
    String query = String.valueOf(exchange.getRequestURI().getQuery());
    int top = DEFAULT_TOP;
    if (query.startsWith("top=")) {
      top = query.matches("top=[0-9]{1,5}") ? Integer.parseInt(query.substring(4)) : MAX_TOP + 1;
    }
    if (top > MAX_TOP) {
      answer(exchange, 400, out -> out.writeStringField("message", "top is 0 to " + MAX_TOP));
      return;
    }
    int limit = top;
    answer(exchange, 200, out -> writeCounts(out, limit));
  }

  private void writeCounts(JsonGenerator out, int limit) throws IOException {
    out.writeNumberField("lines", tally.lines());
    out.writeNumberField("words", tally.words().sum());
    out.writeNumberField("distinct", tally.words().distinct());
    out.writeNumberField("waiting", queueLength.getAsLong());
    out.writeArrayFieldStart("runs");
    for (RunId run : tally.runs().runs().stream().map(RunBitmap::run).toList()) {
      out.writeString(run.toString());
    }
    out.writeEndArray();
    out.writeObjectFieldStart("top");
    for (WordCount count : tally.words().top(limit).toList()) {
      out.writeNumberField(count.word(), count.count());
    }
    out.writeEndObject();
  }

  private int health() {
    return queueLength.getAsLong() < 0 ? 503 : 200;
  }

  private void writeHealth(JsonGenerator out) throws IOException {
    out.writeStringField("message", health() == 200 ? "up" : "the broker is away");
  }

  private void unknown(JsonGenerator out) throws IOException {
    out.writeStringField("message", "there is /counts?top=N, /health and " + WORD_PATH + "WORD");
  }

  private void answer(HttpExchange exchange, int status, Body body) throws IOException {
    boolean reads = exchange.getRequestMethod().equals("GET");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = json.createGenerator(bytes)) {
      out.writeStartObject();
      if (reads) {
        body.write(out);
      } else {
        out.writeStringField("message", "only GET is allowed here");
        exchange.getResponseHeaders().set("Allow", "GET");
      }
      out.writeEndObject();
    }
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(reads ? status : 405, bytes.size());
    exchange.getResponseBody().write(bytes.toByteArray());
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    thread.shutdownNow();
  }
}
