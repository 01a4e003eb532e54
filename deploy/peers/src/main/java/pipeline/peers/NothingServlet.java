package pipeline.peers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Reads the body and answers 200 with a constant: the most any servlet here can reach. */
final class NothingServlet extends HttpServlet {
  private static final byte[] ANSWER = "{\"message\":0}".getBytes(StandardCharsets.UTF_8);

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    request.getInputStream().readAllBytes();
    answer(response, ANSWER);
  }

  static void answer(HttpServletResponse response, byte[] json) throws IOException {
    response.setContentType("application/json");
    response.setContentLength(json.length);
    response.getOutputStream().write(json);
  }
}
