package pipeline.server;

import javax.servlet.ServletContext;
import javax.servlet.ServletRegistration;
import javax.servlet.http.HttpServlet;
import pipeline.wire.Workload;

/** Puts servlets into a context that is starting. For one thread. */
final class Servlets {
  private final ServletContext context;

  Servlets(ServletContext context) {
    this.context = context;
  }

  /** Serves a workload, and refuses the paths of the others. */
  <P> void serve(
      Workload name,
      Endpoints<P> endpoints,
      BodyReader bodies,
      Publisher<P> publisher,
      ServerKeys keys,
      StoreReads reads) {
    add(
        new WorkloadServlet<>(endpoints, bodies, publisher, keys, reads),
        endpoints.mappings().toArray(new String[0]));
    add(new HealthServlet(publisher), "/health");
    add(new UnknownPathServlet(bodies, name), "/");
  }

  private void add(HttpServlet servlet, String... paths) {
    ServletRegistration.Dynamic registration =
        context.addServlet(servlet.getClass().getSimpleName(), servlet);
    registration.setAsyncSupported(true);
    registration.addMapping(paths);
  }
}
