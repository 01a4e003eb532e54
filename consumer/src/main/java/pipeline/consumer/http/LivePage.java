package pipeline.consumer.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import pipeline.wire.page.HtmlPage;

/**
 * The live page: one HTML file, and the content security policy that lets a browser run the page's
 * own scripts and style, connect to this server, and nothing else.
 *
 * @param policy the value of {@code Content-Security-Policy}, which has a part that no page can
 *     give itself
 */
record LivePage(String html, String policy) {
  private static final String POLICY_PLACE = "{{its own}}";

  static LivePage make() {
    String page =
        HtmlPage.of(
            LivePage.class, "live.html", Map.of("title", "Consumer", "policy", POLICY_PLACE));
    String policy =
        "default-src 'none'; connect-src 'self'; img-src data:; script-src%s; style-src%s; base-uri 'none'; form-action 'none'"
            .formatted(hashes(page, "script"), hashes(page, "style"));
    return new LivePage(page.replace(POLICY_PLACE, policy), policy + "; frame-ancestors 'none'");
  }

  /** The hash of the text in each element of that name. */
  private static String hashes(String page, String tag) {
    return Pattern.compile("<" + tag + ">(.*?)</" + tag + ">", Pattern.DOTALL)
        .matcher(page)
        .results()
        .map(element -> " 'sha256-" + hash(element.group(1)) + "'")
        .collect(Collectors.joining());
  }

  private static String hash(String text) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return Base64.getEncoder().encodeToString(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
