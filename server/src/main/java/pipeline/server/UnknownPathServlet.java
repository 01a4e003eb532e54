package pipeline.server;

import java.io.IOException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Stands at {@code /}, in place of the container's default servlet, which would answer in HTML.
 * Thread-safe.
 */
final class UnknownPathServlet extends HttpServlet {
  private final transient BodyReader bodies;

  UnknownPathServlet(BodyReader bodies) {
    this.bodies = bodies;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    bodies.refuse(new Exchange(request), new Refusal(404, "there is nothing at this path"));
  }
}
