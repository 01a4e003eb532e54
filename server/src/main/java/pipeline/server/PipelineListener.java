package pipeline.server;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javax.servlet.ServletContext;
import javax.servlet.ServletContextEvent;
import javax.servlet.ServletContextListener;
import javax.servlet.ServletRegistration;
import javax.servlet.annotation.WebListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.server.broker.BrokerSupervisor;
import pipeline.server.exchange.BodyReader;
import pipeline.server.exchange.HttpStats;
import pipeline.server.http.Endpoints;
import pipeline.server.http.StoreReads;
import pipeline.server.http.WorkloadServlet;
import pipeline.server.lifecycle.Closer;
import pipeline.server.operations.OperationsServlet;
import pipeline.server.publish.GroupCommitPublisher;
import pipeline.server.reference.TextBodyServlet;
import pipeline.server.workload.LiftRideEndpoints;
import pipeline.server.workload.SwipeEndpoints;
import pipeline.server.workload.TextEndpoints;
import pipeline.wire.codec.PayloadFormat;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.process.ProgramMetrics;
import pipeline.wire.query.CountsUnavailableException;
import pipeline.wire.redis.RedisCounts;
import pipeline.wire.redis.RedisLink;
import pipeline.wire.redis.RedisRunEnds;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.LiftRideFormat;
import pipeline.wire.workload.SwipeFormat;

/**
 * Puts the server together when its context starts and takes it apart when the context ends; in
 * server.jar and, found by its annotation, in any Tomcat 9 that gets server.war.
 */
@WebListener
public final class PipelineListener implements ServletContextListener {
  private static final Logger LOG = LoggerFactory.getLogger(PipelineListener.class);

  private final Closer closer = new Closer();

  /**
   * What server.jar puts into the context, as the attribute with this class's name.
   *
   * @param onMismatch told why no line can be taken with these settings; elsewhere the server goes
   *     on to ask the broker
   */
  record Serving(ServerConfig config, Consumer<String> onMismatch) {}

  /**
   * Starts the server, by what server.jar has put into the context; without that, with the settings
   * of the environment and the system properties.
   *
   * @throws IllegalArgumentException that names a bad setting, so that the container does not start
   *     the context
   */
  @Override
  public void contextInitialized(ServletContextEvent event) {
    ServletContext context = event.getServletContext();
    Serving serving =
        context.getAttribute(Serving.class.getName()) instanceof Serving given
            ? given
            : new Serving(
                ServerConfig.from(new Settings(System.getenv(), System.getProperties())),
                why -> {});
    ServerConfig config = serving.config;
    if (config.reference().isPresent()) {
      start(context, config.reference().get());
      return;
    }
    config.topology().warning().ifPresent(LOG::warn);
    switch (config.workload()) {
      case WORDCOUNT -> start(context, serving, TextEndpoints.standard(), new WordCountFormat());
      case LIFT_RIDES -> start(context, serving, new LiftRideEndpoints(), new LiftRideFormat());
      case SWIPES -> start(context, serving, new SwipeEndpoints(), new SwipeFormat());
    }
  }

  private static void start(ServletContext context, TextBodyServlet.Config reference) {
    LOG.warn(ReferenceSettings.losses(reference));
    ServletRegistration.Dynamic servlet =
        context.addServlet("textbody", new TextBodyServlet(reference));
    servlet.setLoadOnStartup(1);
    servlet.addMapping("/textbody/*", "/");
  }

  private <P> void start(
      ServletContext context, Serving serving, Endpoints<P> endpoints, PayloadFormat<P> format) {
    ServerConfig config = serving.config;
    LongSupplier clock = System::nanoTime;
    BodyReader bodies = closer.add(new BodyReader(config.http(), clock));
    BrokerSupervisor broker =
        closer.add(
            new BrokerSupervisor(
                config.broker().connectionFactory(),
                config.broker().toString(),
                config.topology(),
                config.publish(),
                serving.onMismatch));
    ProgramMetrics metrics = closer.add(new ProgramMetrics());
    GroupCommitPublisher<P> publisher =
        closer.add(
            new GroupCommitPublisher<>(
                broker,
                format,
                config.topology().partitions(),
                config.publish(),
                metrics.registry(),
                clock));
    broker.start();
    publisher.start();

    HttpStats stats = new HttpStats(metrics.registry(), clock);
    new WorkloadServlet<>(
            endpoints,
            bodies,
            publisher,
            closer.add(reads(endpoints, config)),
            config.token(),
            stats,
            config.workload(),
            System::currentTimeMillis)
        .register(context);
    new OperationsServlet(publisher, metrics, bodies).register(context);
  }

  @Override
  public void contextDestroyed(ServletContextEvent event) {
    closer.close();
  }

  private StoreReads reads(Endpoints<?> endpoints, ServerConfig config) {
    Optional<RedisLink> link = config.redis().map(redis -> closer.add(new RedisLink(redis)));
    try {
      link.ifPresent(RedisLink::connect);
    } catch (CountsUnavailableException e) {
      // keeps no server from starting: each read asks the store again
      LOG.warn("reads are answered by 503 until the store answers: {}", e.getMessage());
    }
    Optional<RedisRunEnds> ends =
        link.map(redis -> new RedisRunEnds(redis, config.topology().queues()));
    return new StoreReads(
        endpoints.reads(), link.map(RedisCounts::new), run -> ends.orElseThrow().of(run));
  }
}
