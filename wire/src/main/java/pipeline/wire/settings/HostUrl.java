package pipeline.wire.settings;

import java.net.URI;
import java.net.URISyntaxException;

/**
 * A URL with a host, which may have underscores, as names of containers and of Windows machines do:
 * {@link URI} takes those for an authority of another kind, and has neither host nor port then.
 * Immutable.
 *
 * @param uri the URL with an {@code x} for each underscore of the host: right in all but {@link
 *     URI#getHost}
 * @param host as it was written; an IPv6 address has its brackets
 */
public record HostUrl(URI uri, String host) {
  private static final int MAX_PORT = 65_535;

  /**
   * Reads a URL.
   *
   * @throws URISyntaxException if it is none, or has no host; the text in it may hold a password
   */
  public static HostUrl parse(String text) throws URISyntaxException {
    URI uri = new URI(text);
    if (uri.getHost() != null) {
      return new HostUrl(uri, uri.getHost());
    }
    String authority = uri.getRawAuthority();
    if (authority == null) {
      throw new URISyntaxException(text, "no host");
    }
    int from = text.indexOf("//") + 2 + authority.lastIndexOf('@') + 1;
    int to = text.indexOf("//") + 2 + authority.length();
    String written = text.substring(from, to);
    URI standIn = new URI(text.substring(0, from) + written.replace('_', 'x') + text.substring(to));
    if (standIn.getHost() == null) {
      throw new URISyntaxException(text, "no host");
    }
    return new HostUrl(standIn, written.substring(0, standIn.getHost().length()));
  }

  /** Whether the port is one that a host has, or none is named. */
  public boolean hasPossiblePort() {
    return uri.getPort() != 0 && uri.getPort() <= MAX_PORT;
  }
}
