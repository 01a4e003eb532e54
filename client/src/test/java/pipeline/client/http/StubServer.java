package pipeline.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.function.Failable;

/**
 * A real HTTP server on a free loopback port that keeps what it received. It keeps ends of runs
 * apart, and answers them with success unless a script of their own says otherwise.
 */
public final class StubServer implements AutoCloseable {
  /** One request as it came in. */
  @SuppressWarnings("ArrayRecordComponent") // the tests compare the bytes themselves
  public record Received(String method, String path, String key, String contentType, byte[] body) {
    public String text() {
      return new String(body, UTF_8);
    }
  }

  /** Answers a request whose body has been read. */
  public interface Script {
    public void answer(HttpExchange exchange, int number) throws IOException;
  }

  static final InetSocketAddress FREE_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final String LINES = "Stub-Lines";

  static {
    // head and body go out in two writes: with Nagle's algorithm the second waits 40 ms for an ack
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final HttpServer server;
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private volatile Script script = (exchange, number) -> answer(exchange, 200);
  private volatile Script endScript = script;
  private final Queue<Received> received = new ConcurrentLinkedQueue<>();
  private final Queue<Received> ends = new ConcurrentLinkedQueue<>();

  /** Starts a server that answers everything with success, until told otherwise. */
  public StubServer() {
    this(Failable.call(() -> HttpServer.create(FREE_PORT, 0)));
  }

  /** Starts this server likewise. */
  StubServer(HttpServer server) {
    this.server = server;
    server.setExecutor(executor);
    server.createContext("/", exchange -> handle(exchange, received, script));
    server.createContext("/server/runs/", exchange -> handle(exchange, ends, endScript));
    server.start();
  }

  public static StubServer scripted(Script script) {
    StubServer stub = new StubServer();
    stub.answers(script);
    return stub;
  }

  /** Answers requests so; the script gets the number of each in order of arrival, from 0. */
  public void answers(Script requests) {
    script = requests;
  }

  /** Answers the first requests with these statuses, and all others with success. */
  public void answersFirst(int... statuses) {
    answers(
        (exchange, number) -> answer(exchange, number < statuses.length ? statuses[number] : 200));
  }

  /** Answers the ends of runs so. */
  public void answersEnds(Script of) {
    endScript = of;
  }

  /** Sends a status with the body of our server's success, for one line or for many. */
  public static void answer(HttpExchange exchange, int status) throws IOException {
    String lines = exchange.getResponseHeaders().getFirst(LINES);
    boolean one = "application/json".equals(exchange.getRequestHeaders().getFirst("Content-Type"));
    answer(exchange, status, one ? "{\"message\":1}" : "{\"lines\":" + lines + "}");
  }

  public static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** Holds an answer back until the latch is open, or for 20 seconds. */
  public static void await(CountDownLatch latch) {
    try {
      latch.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void handle(HttpExchange exchange, Queue<Received> received, Script script)
      throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    int number;
    synchronized (received) {
      number = received.size();
      received.add(
          new Received(
              exchange.getRequestMethod(),
              exchange.getRequestURI().toString(),
              exchange.getRequestHeaders().getFirst("Idempotency-Key"),
              exchange.getRequestHeaders().getFirst("Content-Type"),
              body));
    }
    long lines = new String(body, UTF_8).chars().filter(c -> c == '\n').count();
    exchange.getResponseHeaders().set(LINES, Long.toString(lines));
    script.answer(exchange, number);
  }

  public List<Received> received() {
    return List.copyOf(received);
  }

  /** The ends of runs that came in. */
  public List<Received> ends() {
    return List.copyOf(ends);
  }

  public List<String> keys() {
    return received.stream().map(Received::key).toList();
  }

  public String url() {
    return "http://localhost:" + server.getAddress().getPort() + "/server";
  }

  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
  }
}
