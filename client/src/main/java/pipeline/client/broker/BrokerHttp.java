package pipeline.client.broker;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * GET requests to a broker's HTTP port, with limits in time and size. Follows no redirects. Used by
 * one thread at a time.
 */
final class BrokerHttp {
  static final Duration TIMEOUT = Duration.ofSeconds(3);

  private static final int MAX_ANSWER_BYTES = 16 * 1024 * 1024;
  private static final int UNAUTHORIZED = 401;
  private static final int NOT_FOUND = 404;

  private final HttpClient client;
  private final URI base;
  private final List<BrokerCredentials> credentials;

  /** Which of the credentials are sent: the first that have not been refused. */
  private int current;

  /**
   * @param base without a slash at its end
   * @param credentials those to be sent; where the first are refused, the next
   */
  BrokerHttp(HttpClient client, URI base, List<BrokerCredentials> credentials) {
    this.client = client;
    this.base = base;
    this.credentials = List.copyOf(credentials);
  }

  URI base() {
    return base;
  }

  /** The body of a 200; empty for a 404; anything else fails. */
  Optional<byte[]> get(String pathAndQuery) throws IOException {
    HttpResponse<InputStream> response = send(pathAndQuery);
    while (response.statusCode() == UNAUTHORIZED && current < credentials.size() - 1) {
      response.body().close();
      current++;
      response = send(pathAndQuery);
    }
    try (InputStream body = response.body()) {
      if (response.statusCode() == NOT_FOUND) {
        return Optional.empty();
      }
      if (response.statusCode() != 200) {
        throw new IOException(base + " answers " + response.statusCode() + hint(response));
      }
      byte[] bytes = body.readNBytes(MAX_ANSWER_BYTES + 1);
      if (bytes.length > MAX_ANSWER_BYTES) {
        throw new IOException(base + " answers with more than " + MAX_ANSWER_BYTES + " bytes");
      }
      return Optional.of(bytes);
    }
  }

  private String hint(HttpResponse<?> response) {
    if (response.statusCode() != UNAUTHORIZED) {
      return "";
    }
    return credentials.isEmpty()
        ? ": it asks for credentials, set "
            + BrokerCredentials.USER_VARIABLE
            + " and "
            + BrokerCredentials.PASSWORD_VARIABLE
        : ": it refuses the credentials";
  }

  private HttpResponse<InputStream> send(String pathAndQuery) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + pathAndQuery)).timeout(TIMEOUT);
    if (!credentials.isEmpty()) {
      request.header("Authorization", credentials.get(current).basicAuthorization());
    }
    try {
      return client.send(request.build(), BodyHandlers.ofInputStream());
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
