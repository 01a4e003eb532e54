package pipeline.client.broker;

import static pipeline.client.input.BadInputException.refuseIf;

import com.rabbitmq.client.ConnectionFactory;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import pipeline.client.input.BadInputException;
import pipeline.wire.amqp.BrokerSettings;
import pipeline.wire.amqp.Topology;
import pipeline.wire.settings.HostUrl;
import pipeline.wire.settings.Settings;

/** Finds the broker whose queue is watched, and the way to ask it. */
public final class WatchedBroker {
  static final String USER_VARIABLE = "BROKER_API_USER";
  static final String PASSWORD_VARIABLE = "BROKER_API_PASSWORD";

  private static final String URL_VARIABLE = "RABBITMQ_URL";

  private WatchedBroker() {}

  /** Reads {@code --broker-api}: nodes with commas between them, never with credentials. */
  public static List<String> apis(String text) {
    refuseIf(
        text.contains("@"),
        "--broker-api must not hold credentials: set %s and %s"
            .formatted(USER_VARIABLE, PASSWORD_VARIABLE));
    List<String> nodes =
        Stream.of(text.split(",", -1)).map(node -> StringUtils.stripEnd(node, "/")).toList();
    refuseIf(
        !nodes.stream().allMatch(WatchedBroker::isNode),
        "--broker-api must look like http://host:15672, not '" + text + "'");
    return nodes;
  }

  private static boolean isNode(String text) {
    try {
      HostUrl url = HostUrl.parse(text);
      return text.matches("https?://[^?#]*") && url.hasPossiblePort();
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /**
   * Finds the broker to watch. The management API is asked as the user of its own variables, else
   * as that of {@code RABBITMQ_URL}, else as guest.
   *
   * @param named the nodes of {@code --broker-api}; without any, passive declares ask the hosts of
   *     {@code RABBITMQ_URL}
   * @param env where {@code RABBITMQ_URL}, the credentials and {@code PARTITIONS} come from
   * @param queue all of whose partitions are watched
   * @return empty if the environment names no broker either
   * @throws BadInputException if the environment makes no sense
   */
  public static Optional<BrokerSource> find(
      List<String> named, Map<String, String> env, String queue) {
    String url = env.getOrDefault(URL_VARIABLE, "");
    if (named.isEmpty() && url.isEmpty()) {
      return Optional.empty();
    }
    String user = env.getOrDefault(USER_VARIABLE, "");
    String password = env.getOrDefault(PASSWORD_VARIABLE, "");
    refuseIf(
        user.isEmpty() != password.isEmpty(),
        USER_VARIABLE + " and " + PASSWORD_VARIABLE + " go together, but only one is set");
    Settings settings = new Settings(env, new Properties());
    BrokerSettings broker = BadInputException.checked(() -> BrokerSettings.from(settings));
    List<String> queues =
        BadInputException.checked(() -> Topology.partitionQueues(queue, settings));
    ConnectionFactory factory = broker.connectionFactory(); // as guest, where the URL names nobody
    String virtualHost =
        BadInputException.checked(() -> Settings.printable(URL_VARIABLE, factory.getVirtualHost()));
    if (user.isEmpty()) {
      user = factory.getUsername();
      password = factory.getPassword();
    }
    return Optional.of(
        named.isEmpty()
            ? new PassiveDeclare(factory, broker.toString(), queues)
            : new ManagementApi(named, user, password, virtualHost, queues));
  }
}
