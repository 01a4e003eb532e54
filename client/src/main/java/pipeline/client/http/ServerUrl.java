package pipeline.client.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import pipeline.client.input.BadInputException;

/**
 * The server's address: {@code http[s]://host[:port][/context]}.
 *
 * @param base without a slash at its end
 */
public record ServerUrl(URI base) {
  private static final int MAX_PORT = 65_535;

  /**
   * Reads an address as typed.
   *
   * @param option what it is called on the command line, for the message
   */
  public static ServerUrl parse(String option, String text) throws BadInputException {
    try {
      URI uri = new URI(text.replaceAll("/+$", ""));
      if (isHttp(uri) && uri.getHost() != null && namesNothingElse(uri)) {
        return new ServerUrl(uri);
      }
    } catch (URISyntaxException e) {
      // the message below says what is expected
    }
    throw new BadInputException(
        option + " must look like http://host:8080/server, with http or https, not '" + text + "'");
  }

  /** The path a request's own path is appended to, "" for none. */
  String contextPath() {
    return base.getRawPath();
  }

  private static boolean isHttp(URI uri) {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    return scheme.equals("http") || scheme.equals("https");
  }

  private static boolean namesNothingElse(URI uri) {
    return uri.getRawUserInfo() == null
        && uri.getRawQuery() == null
        && uri.getRawFragment() == null
        && uri.getPort() != 0
        && uri.getPort() <= MAX_PORT;
  }

  @Override
  public String toString() {
    return base.toString();
  }
}
