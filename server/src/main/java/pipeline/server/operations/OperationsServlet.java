package pipeline.server.operations;

import java.io.IOException;
import javax.servlet.ServletContext;
import javax.servlet.ServletRegistration;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import pipeline.server.exchange.BodyReader;
import pipeline.server.exchange.HttpError;
import pipeline.server.exchange.HttpExchange;
import pipeline.server.exchange.HttpStats;
import pipeline.server.publish.Publisher;
import pipeline.wire.process.ProgramMetrics;
import pipeline.wire.query.JsonResponse;

/**
 * {@code GET /health}: whether a request posted now would be confirmed, and by which build. {@code
 * GET /metrics}: the numbers, for Prometheus. HEAD is answered like GET. Neither asks for a token.
 * Thread-safe.
 */
public final class OperationsServlet extends HttpServlet {
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

  private final transient Publisher<?> publisher;
  private final transient ProgramMetrics metrics;
  private final transient BodyReader bodies;
  private final transient HttpStats stats = HttpStats.uncounted();

  public OperationsServlet(Publisher<?> publisher, ProgramMetrics metrics, BodyReader bodies) {
    this.publisher = publisher;
    this.metrics = metrics;
    this.bodies = bodies;
  }

  /** Puts the servlet into a context that is starting. */
  public void register(ServletContext context) {
    ServletRegistration.Dynamic registration = context.addServlet("operations", this);
    registration.setAsyncSupported(true);
    registration.addMapping("/health", "/health/", "/metrics", "/metrics/");
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    HttpExchange exchange = new HttpExchange(request, stats);
    bodies.discard(exchange);
    exchange.handle(
        () -> {
          // the container leaves out the body of an answer to HEAD
          if (!request.getMethod().matches("GET|HEAD")) {
            throw HttpError.onlyMethod("GET, HEAD");
          }
          if (request.getServletPath().startsWith("/health")) {
            JsonResponse health = JsonResponse.health(publisher.brokenPart());
            exchange.answer(health.status(), health.json());
          } else {
            exchange.answer(HttpServletResponse.SC_OK, PROMETHEUS, metrics.scrape());
          }
        });
  }
}
