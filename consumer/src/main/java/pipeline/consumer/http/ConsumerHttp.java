package pipeline.consumer.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.commons.lang3.function.FailableRunnable;
import pipeline.consumer.amqp.ConsumerStats;
import pipeline.consumer.amqp.Health;
import pipeline.consumer.amqp.QueueConsumer;
import pipeline.consumer.amqp.UnackedBytes;
import pipeline.consumer.store.Store;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.thread.RepeatingTimer;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.query.CountsUnavailableException;
import pipeline.wire.query.JsonResponse;
import pipeline.wire.query.QueryHandler;
import pipeline.wire.query.RequestPath;

/**
 * The HTTP side of a consumer with {@code --http}, while the counts grow: the live page at {@code
 * /} with its {@code /events}, the workload's own GETs, {@code /counts?top=N}, {@code /metrics} and
 * {@code /health}. Requests with a {@code Host} that may be another site's are refused.
 * Thread-safe.
 */
public final class ConsumerHttp implements AutoCloseable {
  private static final long PATIENCE_MILLIS = 5_000;
  private static final long PERIOD_MILLIS = 1_000;

  /**
   * The names of the loopback, which are all that is served there. A name with a dot may belong to
   * another site, whose page must not read the counts (DNS rebinding).
   */
  private static final String LOOPBACK = "(?i)(127\\.0\\.0\\.1|localhost|\\[::1])(:\\d{1,5})?";

  /** IP addresses, and names without a dot, such as a container's: no other site can have them. */
  private static final String NEIGHBOUR =
      "(?i)(\\d{1,3}(\\.\\d{1,3}){3}|[a-z0-9_-]+|\\[[0-9a-f:.]+])(:\\d{1,5})?";

  private static final String HTML = "text/html; charset=utf-8";
  private static final String EVENTS = "text/event-stream; charset=utf-8";
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
  private static final int DEFAULT_TOP = 10;

  private final LivePage page = LivePage.make();

  /** The page as all readers share it: one that takes it slowly holds no copy. */
  private final byte[] html = page.html().getBytes(UTF_8);

  private final RepeatingTimer liveTimer = new RepeatingTimer("live-events");
  private final RepeatingTimer queueTimer = new RepeatingTimer("queue-watch");
  private final QueryHandler reads;
  private final StoreReader reader;
  private final Health health;
  private final LiveReport report;
  private final ConsumerMetrics metrics;
  private final Pattern hosts;
  private final ReaderHttp server;

  /** The messages that waited at the last look; -1 while that is not known. */
  private volatile long waiting = -1;

  /**
   * Begins to answer, until closed.
   *
   * @param address of the loopback: its names only are served. Of anything else: also IP addresses
   *     and names without a dot, such as a container's, which no other site can have; port 0 is any
   *     free one
   * @param consumers those of the present session
   * @param queueLength messages that wait, -1 while that is not known; may take its time
   * @throws IOException if the port cannot be had
   */
  public ConsumerHttp(
      InetSocketAddress address,
      WorkloadHandler<?> handler,
      StoreReader reader,
      Supplier<List<QueueConsumer>> consumers,
      LongSupplier queueLength,
      ConsumerStats stats,
      UnackedBytes unacked,
      Health health)
      throws IOException {
    this.reads = handler.reads();
    this.reader = reader;
    this.health = health;
    report =
        new LiveReport(
            handler,
            reader,
            stats.latency(),
            () -> waiting,
            () -> consumers.get().stream().mapToLong(QueueConsumer::unacked).sum(),
            System::nanoTime);
    metrics = new ConsumerMetrics(stats, consumers, () -> waiting, health, report::runs);
    metrics.watch("unacked", () -> Optional.of(unacked.room()));
    boolean isLoopback = address.getAddress().equals(InetAddress.getLoopbackAddress());
    hosts = Pattern.compile(isLoopback ? LOOPBACK : NEIGHBOUR);
    server = new ReaderHttp(address, PATIENCE_MILLIS, this::answer);
    liveTimer.every(
        PERIOD_MILLIS,
        () -> {
          report.sample();
          server.sendEvent(report::event);
        });
    queueTimer.every(PERIOD_MILLIS, () -> waiting = queueLength.getAsLong());
  }

  int port() {
    return server.port();
  }

  /** The store's commit, timed for the metrics; to be called once. */
  public FailableRunnable<IOException> timed(Store<?> store) {
    metrics.watch("store", store::room);
    return metrics.timed(store::commit);
  }

  private void answer(HttpRequest request, Channel client) throws IOException {
    boolean isHead = request.method().name().equals("HEAD");
    String host = String.join(" and ", request.headers().getAll("host"));
    if (!hosts.matcher(host).matches()) {
      // the request is of another site's page, whose name was made to point here
      send(client, JsonResponse.error(421, "this host is not served here"));
      return;
    }
    if (!isHead && !request.method().name().equals("GET")) {
      JsonResponse refusal = JsonResponse.error(405, "only GET and HEAD are allowed here");
      send(client, refusal, "Allow", "GET, HEAD");
      return;
    }
    String path;
    String query;
    try {
      URI uri = new URI(request.uri());
      if (uri.isOpaque()) {
        throw new URISyntaxException(request.uri(), "has no path");
      }
      path = RequestPath.decoded(uri.getRawPath());
      query = String.valueOf(uri.getQuery());
    } catch (URISyntaxException e) {
      send(client, JsonResponse.error(400, "the path is malformed"));
      return;
    }
    switch (path) {
      case "/" -> send(client, 200, HTML, html, "Content-Security-Policy", page.policy());
      case "/events" -> {
        HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        if (isHead) {
          // HEAD gets no event, so the answer must end here
          send(client, 200, EVENTS, new byte[0]);
        } else if (!server.serveEvents(client, withHeaders(head, EVENTS))) {
          send(client, JsonResponse.error(503, "too many clients listen"));
        }
      }
      case "/metrics" -> send(client, 200, PROMETHEUS, metrics.scrape().getBytes(UTF_8));
      default -> send(client, read(path, query));
    }
  }

  private static void send(Channel client, JsonResponse answer, String... more) {
    send(client, answer.status(), "application/json", answer.json().getBytes(UTF_8), more);
  }

  /**
   * Sends the whole answer, and ends the connection.
   *
   * @param more the name and the value of one more header, or nothing
   */
  private static void send(Channel client, int status, String type, byte[] body, String... more) {
    FullHttpResponse answer =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), Unpooled.wrappedBuffer(body));
    if (more.length > 0) {
      answer.headers().set(more[0], more[1]);
    }
    withHeaders(answer, type).headers().set("content-length", body.length);
    client.writeAndFlush(answer).addListener(ChannelFutureListener.CLOSE);
  }

  private static <R extends HttpResponse> R withHeaders(R answer, String type) {
    answer
        .headers()
        .set("Cache-Control", "no-store")
        .set("Content-Type", type)
        .set("X-Content-Type-Options", "nosniff")
        .set("connection", "close");
    return answer;
  }

  private JsonResponse read(String path, String query) throws IOException {
    try {
      return switch (path) {
        case "/health" -> JsonResponse.health(health.trouble());
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
    return top < 0 || top > LiveReport.MAX_TOP
        ? JsonResponse.error(400, "top is 0 to " + LiveReport.MAX_TOP)
        : JsonResponse.ok(report.counts(top));
  }

  /** Closes all connections, then waits at most 5 s for the threads. */
  @Override
  public void close() {
    liveTimer.close();
    server.close();
    metrics.close();
    queueTimer.close();
  }
}
