package pipeline.server;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.servlet.http.HttpServletResponse;

/** Writes the JSON of every answer, mostly {@code {"message": …}}. */
final class Replies {
  static final int OK = 200;
  private static final String RETRY_AFTER_SECONDS = "1";

  private Replies() {}

  static void text(HttpServletResponse response, int status, String text) throws IOException {
    String escaped = new String(JsonStringEncoder.getInstance().quoteAsString(text));
    json(response, status, "{\"message\":\"" + escaped + "\"}");
  }

  static void refusal(HttpServletResponse response, Refusal refusal) throws IOException {
    if (!refusal.header().isEmpty()) {
      response.setHeader(refusal.header(), refusal.value());
    }
    text(response, refusal.status(), refusal.getMessage());
  }

  static void json(HttpServletResponse response, int status, String json) throws IOException {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    response.setStatus(status);
    if (status == HttpServletResponse.SC_SERVICE_UNAVAILABLE) {
      response.setHeader("Retry-After", RETRY_AFTER_SECONDS);
    }
    response.setContentType("application/json");
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
