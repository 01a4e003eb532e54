package pipeline.client.broker;

import com.rabbitmq.client.ConnectionFactory;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import pipeline.client.input.BadInputException;
import pipeline.wire.amqp.BrokerSettings;
import pipeline.wire.amqp.Topology;
import pipeline.wire.settings.Settings;

/**
 * The broker whose queue is watched: by its management API or, where that does not answer, by
 * passive declares. Asks the first of them that answers, and from then on only that one.
 */
public final class WatchedBroker implements Closeable {
  static final String USER_VARIABLE = "BROKER_API_USER";
  static final String PASSWORD_VARIABLE = "BROKER_API_PASSWORD";

  private static final String URL_VARIABLE = "RABBITMQ_URL";
  private static final int API_PORT = 15672;
  private static final int API_TLS_PORT = 15671;

  private final List<ManagementApi> apis;
  private final PassiveDeclare amqp;
  private final boolean named;
  private BrokerSource chosen;

  /**
   * @param named whether the management APIs were named by hand; if not, another broker's may
   *     answer in their place
   */
  WatchedBroker(List<ManagementApi> apis, PassiveDeclare amqp, boolean named) {
    this.apis = List.copyOf(apis);
    this.amqp = amqp;
    this.named = named;
  }

  /**
   * Finds the broker to watch, and the ways to ask it. The management API is asked as the user of
   * its own variables, else as that of {@code RABBITMQ_URL}, else as guest; AMQP the other way
   * round.
   *
   * @param asked {@code --broker-api}; without it the broker of {@code RABBITMQ_URL} is taken
   * @param env where {@code RABBITMQ_URL}, the credentials and {@code PARTITIONS} come from
   * @param queue all of whose partitions are watched
   * @return empty if the environment names no broker either
   * @throws BadInputException if the environment makes no sense
   */
  public static Optional<WatchedBroker> find(
      Optional<BrokerAddress> asked, Map<String, String> env, String queue)
      throws BadInputException {
    String url = env.getOrDefault(URL_VARIABLE, "");
    if (asked.isEmpty() && url.isEmpty()) {
      return Optional.empty();
    }
    String user = env.getOrDefault(USER_VARIABLE, "");
    String password = env.getOrDefault(PASSWORD_VARIABLE, "");
    if (user.isEmpty() != password.isEmpty()) {
      throw new BadInputException(
          USER_VARIABLE + " and " + PASSWORD_VARIABLE + " go together, but only one is set");
    }
    BrokerSettings ofUrl = settings(url.isEmpty() ? asked.orElseThrow().amqpUrl() : url);
    ConnectionFactory login = ofUrl.connectionFactory(); // as guest, where the URL names nobody
    BrokerAddress.checkVirtualHost(URL_VARIABLE, login.getVirtualHost());
    if (user.isEmpty()) {
      user = login.getUsername();
      password = login.getPassword();
    } else if (!url.contains("@")) {
      login.setUsername(user);
      login.setPassword(password);
    }
    BrokerAddress address = asked.isPresent() ? asked.get() : BrokerAddress.parse(ofUrl.toString());
    BrokerSettings settings = address.isAmqp() ? settings(address.amqpUrl()) : ofUrl;
    ConnectionFactory factory = settings.connectionFactory();
    factory.setUsername(login.getUsername());
    factory.setPassword(login.getPassword());
    String virtualHost = address.virtualHost().orElse(login.getVirtualHost());
    factory.setVirtualHost(virtualHost);
    List<String> queues =
        BadInputException.checked(
            () -> Topology.partitionQueues(queue, new Settings(env, new Properties())));
    List<ManagementApi> apis = new ArrayList<>();
    for (List<String> nodes : apis(address)) {
      apis.add(new ManagementApi(nodes, user, password, virtualHost, queues));
    }
    PassiveDeclare amqp = new PassiveDeclare(factory, settings.toString(), queues);
    return Optional.of(new WatchedBroker(apis, amqp, !address.isAmqp()));
  }

  private static BrokerSettings settings(String url) throws BadInputException {
    Settings settings = new Settings(Map.of(URL_VARIABLE, url), new Properties());
    return BadInputException.checked(() -> BrokerSettings.from(settings));
  }

  /**
   * The nodes of each management API that may be the broker's: of a broker known by its AMQP
   * address it is expected at the usual ports. Where AMQP is encrypted, no password goes over
   * another machine's plain HTTP.
   */
  private static List<List<String>> apis(BrokerAddress address) {
    if (!address.isAmqp()) {
      return List.of(address.nodes());
    }
    List<List<String>> apis = new ArrayList<>();
    if (address.isEncrypted()) {
      apis.add(address.at("https", API_TLS_PORT));
    }
    if (!address.isEncrypted() || address.isLoopback()) {
      apis.add(address.at("http", API_PORT));
    }
    return apis;
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
    List<String> failures = new ArrayList<>();
    for (BrokerSource candidate : candidates()) {
      try {
        BrokerReading reading = candidate.read();
        if (candidate instanceof ManagementApi api && !named) {
          amqp.requireSame(api);
        }
        chosen = candidate;
        return reading;
      } catch (IOException e) {
        failures.add(e.getMessage());
      }
    }
    throw new IOException(String.join("; ", failures));
  }

  /** The ways to ask the broker, in the order in which they are tried. */
  List<BrokerSource> candidates() {
    List<BrokerSource> all = new ArrayList<>(apis);
    all.add(amqp);
    return all;
  }

  /** The way that has answered; null before the first answer. */
  BrokerSource chosen() {
    return chosen;
  }

  @Override
  public void close() throws IOException {
    amqp.close();
  }
}
