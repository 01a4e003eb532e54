package pipeline.client.http;

import static pipeline.client.input.BadInputException.refuseIf;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pipeline.client.input.BadInputException;
import pipeline.wire.settings.HostUrl;

/**
 * The URL of a server. Immutable.
 *
 * @param text {@code http[s]://host[:port][/context]} without a slash at its end
 * @param host may have underscores, as names of containers do
 * @param port -1 for the usual one
 * @param path the context, "" for none
 */
public record ServerUrl(String text, String scheme, String host, int port, String path) {

  /** Groups: scheme, user and password, host and port, path, query and fragment. */
  private static final Pattern PARTS =
      Pattern.compile("([a-zA-Z]+)://([^/?#]*@)?([^/?#@]*)([^?#]*)(.*)");

  private static final Pattern NOT_OF_A_HOST = Pattern.compile("[^a-zA-Z0-9._:\\[\\]-]");

  /** Paths that the client adds, and others of the API that somebody may have copied. */
  private static final Pattern OF_THE_API =
      Pattern.compile(
          ".*?(/(?:textbody(?:/.*)?|skiers(?:/.*)?|swipe(?:/[^/]*)?|resorts/.*"
              + "|(?:stats|matches)/\\d+|health|metrics|counts))");

  /**
   * Reads what was typed.
   *
   * @param option for the message
   * @throws BadInputException that names what should not be there, and no password
   */
  public static ServerUrl parse(String option, String text) {
    String wanted = option + " must look like http://host:8080/server, ";
    Matcher parts = PARTS.matcher(text.replaceAll("/+$", ""));
    refuseIf(
        !parts.matches() || !parts.group(1).matches("(?i)https?"),
        wanted + "with http or https, not '" + text.replaceAll("//[^/]*@", "//...@") + "'");
    refuseIf(parts.group(2) != null, wanted + "without a user and password before an @");
    refuseIf(!parts.group(5).isEmpty(), wanted + "without '" + parts.group(5) + "'");
    Matcher wrong = NOT_OF_A_HOST.matcher(parts.group(3));
    if (wrong.find()) {
      throw new BadInputException(wanted + "and no host has the character '" + wrong.group() + "'");
    }
    Matcher ofTheApi = OF_THE_API.matcher(parts.group(4));
    if (ofTheApi.matches()) {
      throw new BadInputException(
          wanted + "without the path '" + ofTheApi.group(1) + "', which the client adds");
    }
    try {
      HostUrl url = HostUrl.parse(parts.group());
      URI uri = url.uri();
      refuseIf(!url.hasPossiblePort(), wanted + "with a port from 1 to 65535");
      return new ServerUrl(
          parts.group(), uri.getScheme(), url.host(), uri.getPort(), uri.getRawPath());
    } catch (URISyntaxException e) {
      throw new BadInputException(wanted + "not '" + text + "'");
    }
  }

  /** Host and port, as the header {@code Host} names them. */
  String authority() {
    return port < 0 ? host : host + ":" + port;
  }
}
