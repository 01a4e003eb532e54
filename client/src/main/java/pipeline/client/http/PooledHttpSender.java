package pipeline.client.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionReuseStrategy;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import pipeline.wire.process.Console;

/**
 * Sends over kept connections, leased from HttpClient's connection manager for an exchange each.
 * One call is one request on the wire: nothing is repeated, redirected, decompressed or remembered
 * here. Thread-safe.
 */
final class PooledHttpSender implements HttpSender {
  private static final int MAX_BYTES = 64 * 1024;

  /** The most characters of an error's text; a longer one is cut, and ends with three dots. */
  private static final int MAX_ERROR_CHARS = 200;

  private final PoolingHttpClientConnectionManager connections;
  private final ExchangeDeadlines deadlines;
  private final HttpRequestExecutor executor = new HttpRequestExecutor();
  private final ConnectionReuseStrategy reuse = DefaultConnectionReuseStrategy.INSTANCE;
  private final HttpRoute route;
  private final String contextPath;
  private final LongFunction<String> keys;
  private final Consumer<String> dates;
  private final Header host;
  private final Optional<Header> authorization;
  private volatile String lastDate = "";

  /**
   * Makes a sender that has no connection open yet.
   *
   * @param dates told the header {@code Date} of answers
   * @param keys makes of a request's number the key by which a repetition is known
   * @param token shown with every request, if there is one
   * @param timeout longest wait for an answer, from the start of its request to its own end
   * @param threads how many send at once, at most
   */
  PooledHttpSender(
      ServerUrl url,
      Consumer<String> dates,
      LongFunction<String> keys,
      Optional<String> token,
      Duration timeout,
      int threads) {
    this.connections = ServerConnections.pooled(threads);
    this.deadlines = new ExchangeDeadlines(timeout);
    HttpHost server = new HttpHost(url.scheme(), url.host(), url.port());
    this.route = new HttpRoute(server, null, URIScheme.HTTPS.same(server.getSchemeName()));
    this.contextPath = url.path();
    this.dates = dates;
    this.keys = keys;
    this.host = new BasicHeader(HttpHeaders.HOST, url.authority());
    this.authorization =
        token.map(secret -> new BasicHeader(HttpHeaders.AUTHORIZATION, "Bearer " + secret));
  }

  @Override
  public Outcome send(Request request) {
    try {
      return exchange(request, toHttp(request));
    } catch (IOException | HttpException | RuntimeException e) {
      // RuntimeException too: whatever an answer provokes in the library must not end the worker
      return Outcome.unanswered(oneLine(e.getClass().getSimpleName() + ": " + e.getMessage()));
    }
  }

  private Outcome exchange(Request sent, ClassicHttpRequest request)
      throws IOException, HttpException {
    ConnectionEndpoint connection = connected();
    boolean reusable = false;
    deadlines.begin(connection);
    try {
      HttpCoreContext context = HttpCoreContext.create();
      ClassicHttpResponse response = connection.execute(null, request, executor::execute, context);
      noteDate(response);
      Outcome outcome = outcome(sent, response);
      boolean keptAlive = reuse.keepAlive(request, response, context);
      reusable = deadlines.end(connection) && keptAlive;
      return outcome;
    } catch (IOException | RuntimeException e) {
      connection.close(CloseMode.IMMEDIATE); // an orderly TLS end could wait for the server's
      if (deadlines.end(connection)) {
        throw e;
      }
      // cut off, which can fail in any way, also for a connection that is closed already
      throw new SocketTimeoutException("Read timed out");
    } finally {
      deadlines.end(connection);
      release(connection, reusable);
    }
  }

  /** Tells each second once, as soon as it shows. */
  private void noteDate(ClassicHttpResponse response) {
    Header date = response.getFirstHeader(HttpHeaders.DATE);
    if (date != null && date.getValue() != null && !date.getValue().equals(lastDate)) {
      lastDate = date.getValue();
      dates.accept(lastDate);
    }
  }

  /**
   * Reads the answer to its end, so that its connection can be used again.
   *
   * @throws IOException also if the answer is too long to be one; the connection is of no use then
   */
  private static Outcome outcome(Request sent, ClassicHttpResponse response) throws IOException {
    int status = response.getCode();
    byte[] body = body(response.getEntity());
    if (sent.isAnsweredBy(status, body)) {
      return Outcome.success(status);
    }
    String text = new String(body, StandardCharsets.UTF_8);
    return Outcome.refused(
        status, oneLine("HTTP " + status + about(response, text)), retryAfter(response));
  }

  /** The error text of an answer that is no success. */
  private static String about(ClassicHttpResponse response, String text) {
    Header location = response.getFirstHeader(HttpHeaders.LOCATION);
    if (response.getCode() / 100 == 3 && location != null) {
      return " to " + location.getValue();
    }
    if (response.getCode() / 100 != 2) {
      return " " + text;
    }
    Header type = response.getFirstHeader(HttpHeaders.CONTENT_TYPE);
    String came = (type == null ? "" : type.getValue() + " ") + text;
    return ", but not the answer of our server: " + (text.isBlank() ? "nothing" : came);
  }

  /**
   * Reads an answer's body. A known length saves memory, and a read that would only find the end.
   */
  private static byte[] body(HttpEntity entity) throws IOException {
    if (entity == null) {
      return new byte[0];
    }
    long length = entity.getContentLength();
    InputStream in = entity.getContent();
    byte[] body = in.readNBytes(length < 0 ? MAX_BYTES : (int) Math.min(length, MAX_BYTES));
    if (in.read() >= 0) {
      throw new IOException("answer longer than " + MAX_BYTES + " bytes");
    }
    return body;
  }

  /** The header {@code Retry-After} in seconds; a date counts as not given. */
  private static Duration retryAfter(ClassicHttpResponse response) {
    Header header = response.getFirstHeader(HttpHeaders.RETRY_AFTER);
    return header != null && header.getValue().matches("[0-9]{1,9}")
        ? Duration.ofSeconds(Long.parseLong(header.getValue()))
        : Duration.ZERO;
  }

  private static String oneLine(String text) {
    String line = StringUtils.normalizeSpace(text);
    return StringUtils.abbreviate(Console.printable(line), MAX_ERROR_CHARS);
  }

  /** A connection for one exchange; connecting has a time limit of its own. */
  private ConnectionEndpoint connected() throws IOException {
    ConnectionEndpoint connection = lease();
    if (!connection.isConnected()) {
      try {
        connections.connect(connection, null, HttpCoreContext.create());
      } catch (IOException | RuntimeException | Error e) {
        release(connection, false);
        throw e;
      }
    }
    return connection;
  }

  private ConnectionEndpoint lease() throws IOException {
    Timeout limit = ServerConnections.CONNECT_TIMEOUT;
    try {
      return connections.lease(null, route, limit, null).get(limit);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("no connection: " + ExceptionUtils.getRootCauseMessage(e), e);
    }
  }

  private void release(ConnectionEndpoint connection, boolean reusable) {
    if (!reusable) {
      connection.close(CloseMode.GRACEFUL);
    }
    connections.release(connection, null, TimeValue.NEG_ONE_MILLISECOND); // kept until it is closed
  }

  @Override
  public void close() {
    deadlines.close();
    connections.close();
  }

  private ClassicHttpRequest toHttp(Request request) {
    BasicClassicHttpRequest http =
        new BasicClassicHttpRequest(request.method(), null, null, contextPath + request.path());
    http.addHeader(host);
    authorization.ifPresent(http::addHeader);
    if (request.hasKey()) {
      http.addHeader(new BasicHeader("Idempotency-Key", keys.apply(request.seq())));
    }
    if (request.changesState()) {
      http.addHeader(new BasicHeader(HttpHeaders.CONTENT_TYPE, request.contentType()));
      http.addHeader(
          new BasicHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(request.body().length)));
      http.setEntity(new ByteArrayEntity(request.body(), null));
    }
    return http;
  }
}
