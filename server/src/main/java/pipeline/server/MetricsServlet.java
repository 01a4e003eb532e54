package pipeline.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** {@code GET /metrics} for Prometheus; like health, it asks for no token. Thread-safe. */
final class MetricsServlet extends HttpServlet {
  private final transient ServerMetrics metrics;

  MetricsServlet(ServerMetrics metrics) {
    this.metrics = metrics;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!request.getMethod().equals("GET")) {
      Replies.refusal(response, Refusal.onlyMethod("GET"));
      return;
    }
    byte[] text = metrics.scrape().getBytes(StandardCharsets.UTF_8);
    response.setContentType("text/plain; version=0.0.4; charset=utf-8");
    response.setContentLength(text.length);
    response.getOutputStream().write(text);
  }
}
