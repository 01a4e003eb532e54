package pipeline.server;

import java.io.IOException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import pipeline.wire.workload.Workload;

/**
 * Stands at {@code /}, in place of the container's default servlet, which would answer in HTML.
 * Thread-safe.
 */
final class UnknownPathServlet extends HttpServlet {
  private final transient BodyReader bodies;
  private final transient HttpStats stats;
  private final transient Refusal refusal;

  UnknownPathServlet(BodyReader bodies, HttpStats stats, Workload workload) {
    this.stats = stats;
    this.bodies = bodies;
    this.refusal =
        new Refusal(
            RefusalKind.NOT_FOUND,
            "there is nothing at this path while the server's WORKLOAD is " + workload.spelled());
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    bodies.refuse(new Exchange(request, stats), refusal);
  }
}
