package pipeline.server;

import java.security.SecureRandom;
import java.util.Map;
import java.util.function.LongSupplier;
import javax.servlet.ServletContext;
import javax.servlet.ServletContextEvent;
import javax.servlet.ServletContextListener;
import javax.servlet.ServletRegistration;
import javax.servlet.annotation.WebListener;
import javax.servlet.http.HttpServlet;
import pipeline.wire.RunId;
import pipeline.wire.Settings;
import pipeline.wire.WordCounts;

/**
 * Puts the server together when its context starts and takes it apart when the context ends; in
 * server.jar and, found by its annotation, in any Tomcat 9 that gets server.war.
 */
@WebListener
public final class PipelineListener implements ServletContextListener {
  private final Closers closers = new Closers();

  /**
   * The settings are the context's attribute of the name of {@link ServerConfig}, where server.jar
   * puts them; without it, those of the environment and the system properties.
   *
   * @throws IllegalArgumentException that names a bad setting, so that the container does not start
   *     the context
   */
  @Override
  public void contextInitialized(ServletContextEvent event) {
    ServletContext context = event.getServletContext();
    Object given = context.getAttribute(ServerConfig.class.getName());
    start(
        context,
        given instanceof ServerConfig config
            ? config
            : ServerConfig.from(new Settings(System.getenv(), System.getProperties())));
  }

  private void start(ServletContext context, ServerConfig config) {
    LongSupplier clock = System::nanoTime;
    Deadlines bodyDeadlines = closers.add(new Deadlines("body-deadlines"));
    Deadlines publishDeadlines = closers.add(new Deadlines("publish-deadlines"));
    BrokerLink link = closers.add(link(config, clock));
    LanePublisher<Map<String, Integer>> publisher =
        closers.add(new LanePublisher<>(link, format(config), config.publish(), clock));
    link.start();
    publisher.start(publishDeadlines.executor());

    BodyReader bodies = new BodyReader(config.http(), bodyDeadlines.executor(), clock);
    ServerKeys keys = new ServerKeys(RunId.random(new SecureRandom()));
    serve(
        context, "/textbody/*", new TextServlet(TextFunctions.standard(), bodies, publisher, keys));
    serve(context, "/health", new HealthServlet(publisher));
    serve(context, "/", new UnknownPathServlet(bodies));
  }

  @Override
  public void contextDestroyed(ServletContextEvent event) {
    closers.close();
  }

  private BrokerLink link(ServerConfig config, LongSupplier clock) {
    NamedThreads threads = closers.add(new NamedThreads("broker-connection"));
    return new BrokerLink(
        new BrokerConnector(config.broker(), config.topology(), config.publish(), threads), clock);
  }

  private static MessageFormat<Map<String, Integer>> format(ServerConfig config) {
    return config.publish().codec() == PublishConfig.Codec.JAVA
        ? new JavaMapMessages()
        : new JsonMessages<>(new WordCounts());
  }

  private static void serve(ServletContext context, String path, HttpServlet servlet) {
    ServletRegistration.Dynamic registration =
        context.addServlet(servlet.getClass().getSimpleName(), servlet);
    registration.setAsyncSupported(true);
    registration.addMapping(path);
  }
}
