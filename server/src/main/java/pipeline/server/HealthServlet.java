package pipeline.server;

import java.io.IOException;
import java.util.Optional;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** {@code GET /health}: whether a request posted now would be confirmed. Thread-safe. */
final class HealthServlet extends HttpServlet {
  private final transient Publisher<?> publisher;

  HealthServlet(Publisher<?> publisher) {
    this.publisher = publisher;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!request.getMethod().equals("GET")) {
      Replies.refusal(response, Refusal.onlyMethod("GET"));
      return;
    }
    Optional<String> broken = publisher.brokenPart();
    if (broken.isEmpty()) {
      Replies.text(response, Replies.OK, "up");
    } else {
      Replies.refusal(response, new Refusal(RefusalKind.BROKER, broken.get()));
    }
  }
}
