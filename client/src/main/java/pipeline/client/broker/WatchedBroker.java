package pipeline.client.broker;

import com.rabbitmq.client.ConnectionFactory;
import java.io.Closeable;
import java.io.IOException;
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

/**
 * The broker whose queue is watched: by its management API or, where that does not answer, by
 * passive declares. From its first answer on, only the way that gave it is asked.
 */
public final class WatchedBroker implements Closeable {
  static final String USER_VARIABLE = "BROKER_API_USER";
  static final String PASSWORD_VARIABLE = "BROKER_API_PASSWORD";

  private static final String URL_VARIABLE = "RABBITMQ_URL";

  private final ManagementApi api;
  private final Optional<PassiveDeclare> amqp;
  private final boolean named;
  private BrokerSource chosen;

  /**
   * @param amqp empty if the broker is known by its management API only
   * @param named whether the management API was named by hand; if not, another broker's may answer
   *     in its place
   */
  WatchedBroker(ManagementApi api, Optional<PassiveDeclare> amqp, boolean named) {
    this.api = api;
    this.amqp = amqp;
    this.named = named;
  }

  /** Reads {@code --broker-api}: nodes with commas between them, never with credentials. */
  public static List<String> apis(String text) throws BadInputException {
    if (text.contains("@")) {
      throw new BadInputException(
          "--broker-api must not hold credentials: set "
              + USER_VARIABLE
              + " and "
              + PASSWORD_VARIABLE);
    }
    List<String> nodes =
        Stream.of(text.split(",", -1)).map(node -> StringUtils.stripEnd(node, "/")).toList();
    if (!nodes.stream().allMatch(WatchedBroker::isNode)) {
      throw new BadInputException(
          "--broker-api must look like http://host:15672, not '" + text + "'");
    }
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
   * Finds the broker to watch, and the ways to ask it. The management API is asked as the user of
   * its own variables, else as that of {@code RABBITMQ_URL}, else as guest; AMQP the other way
   * round.
   *
   * @param named the nodes of {@code --broker-api}; without any, the API is expected at its usual
   *     port on the hosts of {@code RABBITMQ_URL}
   * @param env where {@code RABBITMQ_URL}, the credentials and {@code PARTITIONS} come from
   * @param queue all of whose partitions are watched
   * @return empty if the environment names no broker either
   * @throws BadInputException if the environment makes no sense
   */
  public static Optional<WatchedBroker> find(
      List<String> named, Map<String, String> env, String queue) throws BadInputException {
    String url = env.getOrDefault(URL_VARIABLE, "");
    if (named.isEmpty() && url.isEmpty()) {
      return Optional.empty();
    }
    String user = env.getOrDefault(USER_VARIABLE, "");
    String password = env.getOrDefault(PASSWORD_VARIABLE, "");
    if (user.isEmpty() != password.isEmpty()) {
      throw new BadInputException(
          USER_VARIABLE + " and " + PASSWORD_VARIABLE + " go together, but only one is set");
    }
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
    } else if (!url.contains("@")) {
      factory.setUsername(user);
      factory.setPassword(password);
    }
    List<String> nodes = named.isEmpty() ? usualApis(broker) : named;
    return Optional.of(
        new WatchedBroker(
            new ManagementApi(nodes, user, password, virtualHost, queues),
            url.isEmpty()
                ? Optional.empty()
                : Optional.of(new PassiveDeclare(factory, broker.toString(), queues)),
            !named.isEmpty()));
  }

  /**
   * Where RabbitMQ has its management API unless it is told otherwise. Where AMQP is encrypted, no
   * password goes over plain HTTP.
   */
  private static List<String> usualApis(BrokerSettings broker) {
    String form = broker.toString().startsWith("amqps") ? "https://%s:15671" : "http://%s:15672";
    return Stream.of(broker.hosts().split(",", -1))
        .map(node -> form.formatted(StringUtils.substringBeforeLast(node, ":")))
        .distinct()
        .toList();
  }

  /**
   * Asks once.
   *
   * @throws IOException if the broker does not answer in the way that is chosen, or in none; the
   *     message says why and holds no credentials
   */
  BrokerReading read() throws IOException {
    if (chosen != null) {
      return chosen.read();
    }
    try {
      BrokerReading reading = api.read();
      if (!named) {
        amqp.orElseThrow().requireSame(api);
      }
      chosen = api;
      return reading;
    } catch (IOException e) {
      return readOverAmqp(e);
    }
  }

  private BrokerReading readOverAmqp(IOException failure) throws IOException {
    if (amqp.isEmpty()) {
      throw failure;
    }
    try {
      BrokerReading reading = amqp.get().read();
      chosen = amqp.get();
      return reading;
    } catch (IOException e) {
      throw new IOException(failure.getMessage() + "; " + e.getMessage(), e);
    }
  }

  /** The way that has answered; null before the first answer. */
  BrokerSource chosen() {
    return chosen;
  }

  @Override
  public void close() throws IOException {
    if (amqp.isPresent()) {
      amqp.get().close();
    }
  }
}
