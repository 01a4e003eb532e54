package pipeline.server;

import javax.servlet.ServletContext;
import javax.servlet.ServletRegistration;
import javax.servlet.http.HttpServlet;
import pipeline.wire.workload.Workload;

/** Puts the servlets into a context that is starting. For one thread. */
final class Servlets {
  private final ServletContext context;

  Servlets(ServletContext context) {
    this.context = context;
  }

  /** Serves what one workload has. */
  void workload(Endpoints<?> endpoints, WorkloadServlet<?> servlet) {
    add(servlet, endpoints.mappings().toArray(new String[0]));
  }

  /** Refuses the paths that nobody else has, those of the other workloads among them. */
  void unknown(BodyReader bodies, HttpStats stats, Workload workload) {
    add(new UnknownPathServlet(bodies, stats, workload), "/");
  }

  /** Tells about the server itself. */
  void operations(Publisher<?> publisher, ServerMetrics metrics) {
    add(new HealthServlet(publisher), "/health");
    add(new MetricsServlet(metrics), "/metrics");
  }

  private void add(HttpServlet servlet, String... paths) {
    ServletRegistration.Dynamic registration =
        context.addServlet(servlet.getClass().getSimpleName(), servlet);
    registration.setAsyncSupported(true);
    registration.addMapping(paths);
  }
}
