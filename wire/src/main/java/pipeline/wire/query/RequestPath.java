package pipeline.wire.query;

import java.net.URI;
import java.net.URISyntaxException;
import org.apache.commons.lang3.StringUtils;

/** Reads the path of a request, for both programs. */
public final class RequestPath {
  private RequestPath() {}

  /**
   * Decodes a path. Slashes at its end name nothing; the slash of a word is sent as {@code %2F}.
   *
   * @param sent as it came; empty, or with a slash at its start
   * @throws URISyntaxException if it is malformed
   */
  public static String decoded(String sent) throws URISyntaxException {
    return new URI("http://host" + withoutSlash(sent)).getPath();
  }

  /** The path without slashes at its end; the root is a slash alone. */
  public static String withoutSlash(String path) {
    String words = StringUtils.stripEnd(path, "/");
    return words.isEmpty() && !path.isEmpty() ? "/" : words;
  }
}
