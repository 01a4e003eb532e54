package pipeline.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/** GET requests to a broker's HTTP port, with limits in time and size. Follows no redirects. */
final class BrokerHttp {
  private static final Duration TIMEOUT = Duration.ofSeconds(3);
  private static final int MAX_ANSWER_BYTES = 16 * 1024 * 1024;
  private static final int NOT_FOUND = 404;

  private final URI base;
  private final Optional<BrokerCredentials> credentials;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

  /**
   * @param base without a slash at its end
   * @param credentials sent with every request, if any
   */
  BrokerHttp(URI base, Optional<BrokerCredentials> credentials) {
    this.base = base;
    this.credentials = credentials;
  }

  URI base() {
    return base;
  }

  /** The body of a 200; empty for a 404; anything else fails. */
  Optional<byte[]> get(String pathAndQuery) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + pathAndQuery)).timeout(TIMEOUT);
    credentials.ifPresent(who -> request.header("Authorization", who.basicAuthorization()));
    HttpResponse<InputStream> response = send(request.build());
    try (InputStream body = response.body()) {
      if (response.statusCode() == NOT_FOUND) {
        return Optional.empty();
      }
      if (response.statusCode() != 200) {
        throw new IOException(base + " answers " + response.statusCode());
      }
      byte[] bytes = body.readNBytes(MAX_ANSWER_BYTES + 1);
      if (bytes.length > MAX_ANSWER_BYTES) {
        throw new IOException(base + " answers with more than " + MAX_ANSWER_BYTES + " bytes");
      }
      return Optional.of(bytes);
    }
  }

  private HttpResponse<InputStream> send(HttpRequest request) throws IOException {
    try {
      return client.send(request, BodyHandlers.ofInputStream());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while asking " + base);
    } catch (IOException e) {
      throw new IOException(base + " does not answer: " + reason(e), e);
    }
  }

  /** The JDK's refused connection has no message of its own. */
  private static String reason(IOException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
