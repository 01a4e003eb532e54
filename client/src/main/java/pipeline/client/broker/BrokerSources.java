package pipeline.client.broker;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import pipeline.client.input.BadInputException;

/**
 * Finds the ways to ask a broker about its queue, the most telling one first: the Prometheus
 * plugin, the management API, AMQP itself.
 */
public final class BrokerSources {
  private static final String URL_VARIABLE = "RABBITMQ_URL";
  private static final int PROMETHEUS_PORT = 15692;
  private static final int PROMETHEUS_TLS_PORT = 15691;
  private static final int MANAGEMENT_PORT = 15672;
  private static final int MANAGEMENT_TLS_PORT = 15671;

  private final Optional<BrokerAddress> broker;
  private final String virtualHost;
  private final List<BrokerCredentials> credentials;
  private final String queue;
  private final LongSupplier epochMillis;

  private BrokerSources(
      Optional<BrokerAddress> broker,
      String virtualHost,
      List<BrokerCredentials> credentials,
      String queue,
      LongSupplier epochMillis) {
    this.broker = broker;
    this.virtualHost = virtualHost;
    this.credentials = credentials;
    this.queue = queue;
    this.epochMillis = epochMillis;
  }

  /**
   * Finds the broker to ask, and all ways to ask it.
   *
   * @param asked {@code --broker-api}; without it the broker of {@code RABBITMQ_URL} is taken
   * @param env where {@code RABBITMQ_URL} and the credentials come from
   * @param epochMillis the wall clock
   * @return empty if the environment names no broker either
   * @throws BadInputException if the environment makes no sense
   */
  public static Optional<FirstAnswering> find(
      Optional<BrokerAddress> asked,
      Map<String, String> env,
      String queue,
      LongSupplier epochMillis)
      throws BadInputException {
    String url = env.getOrDefault(URL_VARIABLE, "");
    Optional<BrokerAddress> broker = BrokerAddress.amqp(url);
    if (broker.isEmpty() && !url.isEmpty()) {
      throw new BadInputException(
          URL_VARIABLE
              + " is not of the form amqp[s]://USER:PASSWORD@HOST:PORT[,HOST:PORT...][/VHOST]");
    }
    if (broker.isPresent()) {
      broker.get().checkVirtualHost(URL_VARIABLE);
    }
    Optional<BrokerAddress> address = asked.or(() -> broker);
    if (address.isEmpty()) {
      return Optional.empty();
    }
    BrokerAddress chosen = address.get();
    BrokerSources sources =
        new BrokerSources(
            broker,
            chosen.virtualHost().or(() -> broker.flatMap(BrokerAddress::virtualHost)).orElse("/"),
            BrokerCredentials.from(env, url, chosen.isLoopback()),
            queue,
            epochMillis);
    return Optional.of(chosen.isAmqp() ? sources.byAmqp(chosen) : sources.byHttp(chosen));
  }

  /**
   * The ways to ask a broker known by its AMQP address: its plugins are expected at their usual
   * ports. Where AMQP is encrypted, no password goes over another machine's plain HTTP.
   */
  private FirstAnswering byAmqp(BrokerAddress amqp) throws BadInputException {
    List<BrokerSource> sources = new ArrayList<>();
    if (amqp.isEncrypted()) {
      sources.add(prometheus(amqp.at("https", PROMETHEUS_TLS_PORT)));
    }
    sources.add(prometheus(amqp.at("http", PROMETHEUS_PORT)));
    if (amqp.isEncrypted()) {
      sources.addAll(management(amqp.at("https", MANAGEMENT_TLS_PORT)));
    }
    if (!amqp.isEncrypted() || amqp.isLoopback()) {
      sources.addAll(management(amqp.at("http", MANAGEMENT_PORT)));
    }
    PassiveDeclare overAmqp = overAmqp(amqp);
    sources.add(overAmqp);
    return new FirstAnswering(sources, Optional.of(overAmqp));
  }

  /** The ways to ask a broker known by an HTTP address, which is that of either plugin. */
  private FirstAnswering byHttp(BrokerAddress given) throws BadInputException {
    List<BrokerSource> sources = new ArrayList<>();
    sources.add(prometheus(given));
    sources.addAll(management(given));
    BrokerAddress usual = given.at("http", PROMETHEUS_PORT);
    if (!given.equals(usual)) {
      sources.add(prometheus(usual));
    }
    sources.add(overAmqp(broker.orElseGet(given::overAmqp)));
    return new FirstAnswering(sources, Optional.empty());
  }

  /** The Prometheus plugin, which needs no credentials and is given none. */
  private PrometheusMetrics prometheus(BrokerAddress address) {
    List<BrokerHttp> nodes =
        address.nodes().stream().map(node -> new BrokerHttp(node, List.of())).toList();
    return new PrometheusMetrics(nodes, virtualHost, queue, epochMillis);
  }

  /** The management API of each node; any of them answers for the whole cluster. */
  private List<ManagementApi> management(BrokerAddress address) {
    return address.nodes().stream().map(this::management).toList();
  }

  private ManagementApi management(URI node) {
    return new ManagementApi(new BrokerHttp(node, credentials), virtualHost, queue);
  }

  private PassiveDeclare overAmqp(BrokerAddress address) throws BadInputException {
    return new PassiveDeclare(address, virtualHost, credentials, queue);
  }
}
