package pipeline.server;

import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import javax.servlet.ServletContext;
import javax.servlet.ServletContextEvent;
import javax.servlet.ServletContextListener;
import javax.servlet.annotation.WebListener;
import pipeline.wire.codec.WordCounts;
import pipeline.wire.identity.RunId;
import pipeline.wire.query.CounterQueries;
import pipeline.wire.redis.RedisCounts;
import pipeline.wire.redis.RedisLink;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.LiftRideFormat;
import pipeline.wire.workload.SwipeFormat;

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
    switch (config.workload()) {
      case WORDCOUNT -> start(context, config, TextEndpoints.standard(), words(config));
      case LIFT_RIDES ->
          start(context, config, new LiftRideEndpoints(), new JsonMessages<>(new LiftRideFormat()));
      case SWIPES ->
          start(context, config, new SwipeEndpoints(), new JsonMessages<>(new SwipeFormat()));
    }
  }

  private <P> void start(
      ServletContext context,
      ServerConfig config,
      Endpoints<P> endpoints,
      MessageFormat<P> format) {
    LongSupplier clock = System::nanoTime;
    Deadlines bodyDeadlines = closers.add(new Deadlines("body-deadlines"));
    Deadlines publishDeadlines = closers.add(new Deadlines("publish-deadlines"));
    BrokerLink link = closers.add(link(config, clock));
    ServerMetrics metrics = closers.add(new ServerMetrics());
    LanePublisher<P> publisher =
        closers.add(
            new LanePublisher<>(
                link, new CountedMessages<>(format, metrics.registry()), config.publish(), clock));
    metrics.watch(publisher);
    link.start();
    publisher.start(publishDeadlines.executor());

    HttpStats stats = new HttpStats(metrics.registry(), clock);
    BodyReader bodies = new BodyReader(config.http(), bodyDeadlines.executor(), clock);
    Servlets servlets = new Servlets(context);
    servlets.workload(
        endpoints,
        new WorkloadServlet<>(
            endpoints,
            bodies,
            publisher,
            new ServerKeys(RunId.random(new SecureRandom())),
            closers.add(new StoreReads(endpoints.reads(), counts(config))),
            config.token(),
            stats));
    servlets.unknown(bodies, stats, config.workload());
    servlets.operations(publisher, metrics);
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

  /** Connects when it is first asked. */
  private Optional<CounterQueries> counts(ServerConfig config) {
    return config.redis().map(redis -> new RedisCounts(closers.add(new RedisLink(redis))));
  }

  private static MessageFormat<Map<String, Integer>> words(ServerConfig config) {
    return config.publish().codec() == PublishConfig.Codec.JAVA
        ? new JavaMapMessages()
        : new JsonMessages<>(new WordCounts());
  }
}
