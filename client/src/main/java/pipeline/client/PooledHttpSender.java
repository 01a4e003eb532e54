package pipeline.client;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.util.Timeout;

/**
 * Sends through one pooled HttpClient with a connection for each thread. The client's own retries,
 * redirects and cookies are off: one call is one request on the wire. Thread-safe.
 */
final class PooledHttpSender implements HttpSender {
  private static final Timeout CONNECT_TIMEOUT = Timeout.ofSeconds(5);
  private static final ContentType JSON = ContentType.create("application/json");

  private static final int MAX_ANSWER_BYTES = 64 * 1024;

  /** Of an error's body only this much goes into its text. */
  private static final int MAX_ERROR_CHARS = 200;

  private final CloseableHttpClient client;
  private final HttpHost host;
  private final String contextPath;
  private final RunId runId;

  PooledHttpSender(ServerUrl url, RunId runId, int connections, Duration timeout) {
    this.client = newClient(connections, Timeout.of(timeout));
    this.host = HttpHost.create(url.base());
    this.contextPath = url.contextPath();
    this.runId = runId;
  }

  private static CloseableHttpClient newClient(int connections, Timeout timeout) {
    PoolingHttpClientConnectionManager pool =
        PoolingHttpClientConnectionManagerBuilder.create()
            .setMaxConnTotal(connections)
            .setMaxConnPerRoute(connections)
            .setDefaultConnectionConfig(
                ConnectionConfig.custom()
                    .setConnectTimeout(CONNECT_TIMEOUT)
                    .setSocketTimeout(timeout)
                    .build())
            .build();
    return HttpClients.custom()
        .setConnectionManager(pool)
        .setDefaultRequestConfig(
            RequestConfig.custom()
                .setConnectionRequestTimeout(timeout)
                .setResponseTimeout(timeout)
                .build())
        .disableAutomaticRetries()
        .disableRedirectHandling()
        .disableCookieManagement()
        .disableAuthCaching()
        .disableContentCompression()
        .disableDefaultUserAgent()
        .build();
  }

  @Override
  public Outcome send(Request request) {
    HttpUriRequestBase http = toHttp(request);
    try (ClassicHttpResponse response = client.executeOpen(host, http, null)) {
      return toOutcome(response, readBody(response.getEntity(), http));
    } catch (IOException | RuntimeException e) {
      // RuntimeException too: whatever an answer provokes in the library must not end the worker
      return Outcome.unanswered(oneLine(e.getClass().getSimpleName() + ": " + e.getMessage()));
    }
  }

  @Override
  public void close() throws IOException {
    client.close();
  }

  private HttpUriRequestBase toHttp(Request request) {
    HttpUriRequestBase http =
        new HttpUriRequestBase(request.method(), URI.create(contextPath + request.path()));
    if (request.changesState()) {
      http.setHeader("Idempotency-Key", runId.keyOf(request));
      http.setEntity(new ByteArrayEntity(request.body(), JSON));
    }
    return http;
  }

  private static Outcome toOutcome(ClassicHttpResponse response, String body) {
    int status = response.getCode();
    Outcome success = Outcome.success(status);
    return success.isSuccess()
        ? success
        : Outcome.refused(status, oneLine("HTTP " + status + " " + body), retryAfter(response));
  }

  /**
   * Reads to the end, so that the connection can be used again. An answer that does not end is cut
   * off by force: merely closing it would read on.
   */
  private static String readBody(HttpEntity entity, Cancellable exchange) throws IOException {
    if (entity == null) {
      return "";
    }
    byte[] body = entity.getContent().readNBytes(MAX_ANSWER_BYTES + 1);
    if (body.length > MAX_ANSWER_BYTES) {
      exchange.cancel();
      throw new IOException("answer longer than " + MAX_ANSWER_BYTES + " bytes");
    }
    return new String(body, StandardCharsets.UTF_8);
  }

  /** The form in seconds; a date counts as not given. */
  private static Duration retryAfter(ClassicHttpResponse response) {
    Header header = response.getFirstHeader(HttpHeaders.RETRY_AFTER);
    if (header == null || !header.getValue().matches("[0-9]{1,9}")) {
      return Duration.ZERO;
    }
    return Duration.ofSeconds(Long.parseLong(header.getValue()));
  }

  private static String oneLine(String text) {
    String line = text.replaceAll("[\\p{Cc}\\s]+", " ").strip();
    return line.length() <= MAX_ERROR_CHARS ? line : line.substring(0, MAX_ERROR_CHARS) + "...";
  }
}
