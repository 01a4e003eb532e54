package pipeline.consumer.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The live page: one HTML file, and the content security policy that lets a browser run the page's
 * own script and style, connect to this server, and nothing else. Immutable.
 */
final class LivePage {
  private final String html;

  LivePage() {
    try (InputStream in = LivePage.class.getResourceAsStream("live.html")) {
      html = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  byte[] html() {
    return html.getBytes(StandardCharsets.UTF_8);
  }

  /** The value of {@code Content-Security-Policy}. */
  String policy() {
    return "default-src 'none'; connect-src 'self'; img-src data:; script-src "
        + hash("script")
        + "; style-src "
        + hash("style")
        + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  }

  /** The hash of the text between the only tags of that name. */
  private String hash(String tag) {
    String open = "<" + tag + ">";
    String text = html.substring(html.indexOf(open) + open.length(), html.indexOf("</" + tag));
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
