package pipeline.client.http;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http.message.BufferedHeader;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.CharArrayBuffer;

/**
 * Sends over connections that are kept, a connection for each thread. One call is one request on
 * the wire: nothing is repeated, redirected or remembered here. Thread-safe.
 */
final class PooledHttpSender implements HttpSender {
  private final IdleConnections connections;
  private final TimeoutWatch watch;
  private final HttpRequestExecutor executor = new HttpRequestExecutor();
  private final String contextPath;
  private final RunId runId;
  private final Header host;
  private final Optional<Header> authorization;
  private final Header json = prepared("Content-Type", "application/json");

  /**
   * Opens no connection yet.
   *
   * @param token shown with every request, if there is one
   * @param timeout longest wait for an answer, from the start of its request to its own end
   */
  PooledHttpSender(ServerUrl url, RunId runId, Optional<ApiToken> token, Duration timeout) {
    this.connections = new IdleConnections(new ServerConnector(url), System::nanoTime);
    this.watch = new TimeoutWatch(() -> connections.cutOffOverdue(timeout.toNanos()), timeout);
    this.contextPath = url.contextPath();
    this.runId = runId;
    this.host = prepared(HttpHeaders.HOST, url.base().getRawAuthority());
    this.authorization =
        token.map(secret -> prepared(HttpHeaders.AUTHORIZATION, secret.authorization()));
  }

  /** Formatted once, not for every request. */
  private static Header prepared(String name, String value) {
    CharArrayBuffer line = new CharArrayBuffer(name.length() + value.length() + 2);
    line.append(name);
    line.append(": ");
    line.append(value);
    return BufferedHeader.create(line);
  }

  @Override
  public Outcome send(Request request) {
    try {
      return exchange(toHttp(request));
    } catch (IOException | HttpException | RuntimeException e) {
      // RuntimeException too: whatever an answer provokes in the library must not end the worker
      return AnswerReader.none(e);
    }
  }

  private Outcome exchange(ClassicHttpRequest request) throws IOException, HttpException {
    ServerConnection connection = connections.take();
    boolean reusable = false;
    try {
      HttpCoreContext context = HttpCoreContext.create();
      ClassicHttpResponse response = executor.execute(request, connection, context);
      Outcome outcome = AnswerReader.read(response);
      reusable = executor.keepAlive(request, response, connection, context);
      return outcome;
    } catch (IOException e) {
      connection.close(CloseMode.IMMEDIATE); // an orderly end could wait for the server's
      throw connection.reasonOf(e);
    } finally {
      if (reusable) {
        connections.giveBack(connection);
      } else {
        connections.discard(connection);
      }
    }
  }

  @Override
  public void close() {
    watch.close();
    connections.close();
  }

  private ClassicHttpRequest toHttp(Request request) {
    BasicClassicHttpRequest http =
        new BasicClassicHttpRequest(request.method(), null, null, contextPath + request.path());
    http.addHeader(host);
    authorization.ifPresent(http::addHeader);
    if (request.changesState()) {
      http.addHeader(new BasicHeader("Idempotency-Key", runId.keyOf(request)));
      http.addHeader(json);
      http.addHeader(
          new BasicHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(request.body().length)));
      http.setEntity(new ByteArrayEntity(request.body(), ContentType.APPLICATION_JSON));
    }
    return http;
  }
}
