package pipeline.server;

import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.servlet.ServletContext;
import javax.servlet.ServletRegistration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.server.exchange.HttpConfig;
import pipeline.server.reference.TextBodyServlet;
import pipeline.wire.amqp.BrokerSettings;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.Workload;

/**
 * The server's side of {@code DESIGN=reference}: its settings, and the servlet that it puts into
 * the context.
 */
final class ReferenceSettings {
  private static final Logger LOG = LoggerFactory.getLogger(ReferenceSettings.class);
  private static final int TOMCATS_THREADS = 200;
  private static final int CHANNELS = 80;
  private static final int MAX_CHANNELS = 200;

  private enum Design {
    EXACT,
    REFERENCE
  }

  private ReferenceSettings() {}

  private static boolean isReference(Settings settings) {
    return settings.choice("DESIGN", Design.class, Design.EXACT) == Design.REFERENCE;
  }

  /**
   * The default number of request threads; the reference design needs more, since a request that
   * waits for the broker holds its thread.
   */
  static int threads(Settings settings) {
    return isReference(settings) ? TOMCATS_THREADS : HttpConfig.THREADS;
  }

  /**
   * Reads the design's settings, whose defaults are those of the reports; empty if the design is
   * not chosen.
   *
   * @param settings each of which is valid for the exact design
   * @throws IllegalArgumentException that names a setting that this design does not have
   */
  static Optional<TextBodyServlet.Config> from(Settings settings, int bodyLimit) {
    if (!isReference(settings)) {
      return Optional.empty();
    }
    require(settings, "WORKLOAD", Workload.WORDCOUNT.spelled());
    require(settings, "QUEUE_TYPE", "classic");
    require(settings, "PARTITIONS", "1");
    require(settings, "API_TOKEN", "");
    require(settings, "REDIS_URL", "");
    return Optional.of(
        new TextBodyServlet.Config(
            connectionFactory(settings),
            settings.text("QUEUE", "wordCount"),
            settings.text("DURABLE", "off").equals("on"),
            settings.text("DELIVERY", "transient").equals("persistent")
                ? MessageProperties.MINIMAL_PERSISTENT_BASIC
                : null,
            settings.text("CONFIRM", "none").equals("on"),
            settings.number("CHANNELS", CHANNELS, 1, MAX_CHANNELS),
            bodyLimit));
  }

  private static void require(Settings settings, String name, String only) {
    if (!settings.text(name, only).equals(only)) {
      throw new IllegalArgumentException(
          "DESIGN=reference has no " + name + (only.isEmpty() ? "" : " but " + only));
    }
  }

  /**
   * A factory of connections that recover by themselves, which is the AMQP client's own default.
   */
  private static ConnectionFactory connectionFactory(Settings settings) {
    ConnectionFactory factory = BrokerSettings.from(settings).connectionFactory();
    factory.setAutomaticRecoveryEnabled(true);
    factory.setTopologyRecoveryEnabled(true);
    return factory;
  }

  /** Puts the servlet into a context that is starting, and logs a warning of what it can lose. */
  static void start(ServletContext context, TextBodyServlet.Config config) {
    LOG.warn(losses(config));
    ServletRegistration.Dynamic servlet =
        context.addServlet("textbody", new TextBodyServlet(config));
    servlet.setLoadOnStartup(1);
    servlet.addMapping("/textbody/*", "/");
  }

  static String losses(TextBodyServlet.Config config) {
    List<String> losses = new ArrayList<>();
    if (!config.confirm()) {
      losses.add("an answered line is lost when something dies before the broker has it");
    }
    if (!config.durable() || config.properties() == null) {
      losses.add("a restart of the broker loses what waits there");
    }
    losses.add("a line that is sent again is counted twice");
    return "DESIGN=reference: " + String.join("; ", losses);
  }
}
