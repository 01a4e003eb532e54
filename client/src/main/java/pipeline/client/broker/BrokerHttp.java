package pipeline.client.broker;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.util.List;
import java.util.Optional;

/**
 * GET requests to a broker's HTTP port, with limits in time and size. Follows no redirects. Over
 * the JDK's older client: the newer one takes no host with an underscore. Used by one thread at a
 * time.
 */
final class BrokerHttp {
  private static final int TIMEOUT_MILLIS = 3_000;
  private static final int MAX_ANSWER_BYTES = 16 * 1024 * 1024;
  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final int NOT_FOUND = 404;

  private final URI base;
  private final List<BrokerCredentials> credentials;

  /** The index of the credentials to send: the first that have not been refused. */
  private int current;

  /**
   * @param base without a slash at its end
   * @param credentials those to be sent; where the first are refused, the next
   */
  BrokerHttp(URI base, List<BrokerCredentials> credentials) {
    this.base = base;
    this.credentials = List.copyOf(credentials);
  }

  URI base() {
    return base;
  }

  /** The body of a 200; empty for a 404; anything else fails. */
  Optional<byte[]> get(String pathAndQuery) throws IOException {
    HttpURLConnection answer = send(pathAndQuery);
    while (answer.getResponseCode() == UNAUTHORIZED && current < credentials.size() - 1) {
      current++;
      answer = send(pathAndQuery);
    }
    int status = answer.getResponseCode();
    if (status == NOT_FOUND) {
      return Optional.empty();
    }
    if (status != OK) {
      throw new IOException(base + " answers " + status + hint(status));
    }
    try (InputStream body = answer.getInputStream()) {
      byte[] bytes = body.readNBytes(MAX_ANSWER_BYTES + 1);
      if (bytes.length > MAX_ANSWER_BYTES) {
        throw new IOException(base + " answers with more than " + MAX_ANSWER_BYTES + " bytes");
      }
      return Optional.of(bytes);
    }
  }

  private String hint(int status) {
    if (status != UNAUTHORIZED) {
      return "";
    }
    return credentials.isEmpty()
        ? ": it asks for credentials, set "
            + BrokerCredentials.USER_VARIABLE
            + " and "
            + BrokerCredentials.PASSWORD_VARIABLE
        : ": it refuses the credentials";
  }

  /** Sends a GET and returns once the head of the answer has been read. */
  private HttpURLConnection send(String pathAndQuery) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) new URL(base + pathAndQuery).openConnection();
    connection.setInstanceFollowRedirects(false);
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    if (!credentials.isEmpty()) {
      connection.setRequestProperty("Authorization", credentials.get(current).basicAuthorization());
    }
    try {
      connection.getResponseCode();
      return connection;
    } catch (IOException e) {
      throw new IOException(base + " does not answer: " + reason(e), e);
    }
  }

  private static String reason(IOException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
