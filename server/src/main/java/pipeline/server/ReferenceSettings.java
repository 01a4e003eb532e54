package pipeline.server;

import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.lang3.Validate;
import pipeline.server.exchange.HttpConfig;
import pipeline.server.reference.TextBodyServlet;
import pipeline.wire.amqp.BrokerSettings;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.Workload;

/** Reads the settings of {@code DESIGN=reference}, whose defaults are those of the reports. */
final class ReferenceSettings {
  private static final int TOMCATS_THREADS = 200;
  private static final int CHANNELS = 80;
  private static final int MAX_CHANNELS = 200;

  private enum Design {
    EXACT,
    REFERENCE
  }

  private ReferenceSettings() {}

  private static boolean isChosen(Settings settings) {
    return settings.choice("DESIGN", Design.class, Design.EXACT) == Design.REFERENCE;
  }

  /**
   * The default number of request threads; the reference design needs more, since a request that
   * waits for the broker holds its thread.
   */
  static int threads(Settings settings) {
    return isChosen(settings) ? TOMCATS_THREADS : HttpConfig.THREADS;
  }

  /**
   * Reads the design's settings; empty if it is not chosen.
   *
   * @param settings each of which is valid for the exact design
   * @throws IllegalArgumentException that names a setting that this design does not have
   */
  static Optional<TextBodyServlet.Config> from(Settings settings, int bodyLimit) {
    if (!isChosen(settings)) {
      return Optional.empty();
    }
    require(settings, "WORKLOAD", Workload.WORDCOUNT.spelled());
    require(settings, "QUEUE_TYPE", "classic");
    require(settings, "PARTITIONS", "1");
    require(settings, "API_TOKEN", "");
    require(settings, "REDIS_URL", "");
    ConnectionFactory factory = BrokerSettings.from(settings).connectionFactory();
    // the AMQP client's own defaults
    factory.setAutomaticRecoveryEnabled(true);
    factory.setTopologyRecoveryEnabled(true);
    return Optional.of(
        new TextBodyServlet.Config(
            factory,
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
    Validate.isTrue(
        settings.text(name, only).equals(only),
        "DESIGN=reference has no " + name + (only.isEmpty() ? "" : " but " + only));
  }

  /** A warning of what a server with these settings can lose. */
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
