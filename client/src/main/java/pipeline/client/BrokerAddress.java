package pipeline.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Where a broker tells about itself, as given by {@code --broker-api}.
 *
 * @param uri {@code http[s]://host:port[/prefix]} or {@code amqp[s]://host:port[/vhost]}, without a
 *     slash at its end and without credentials
 */
record BrokerAddress(URI uri) {
  private static final Set<String> SCHEMES = Set.of("http", "https", "amqp", "amqps");
  private static final int PROMETHEUS_PORT = 15692;

  static BrokerAddress parse(String text) throws BadInputException {
    try {
      URI uri = new URI(text.replaceAll("(/metrics)?/*$", ""));
      if (uri.getRawUserInfo() != null) {
        throw new BadInputException(
            "--broker-api must not hold credentials: set "
                + BrokerCredentials.USER_VARIABLE
                + " and "
                + BrokerCredentials.PASSWORD_VARIABLE);
      }
      if (uri.getScheme() != null
          && SCHEMES.contains(uri.getScheme())
          && uri.getHost() != null
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null) {
        return new BrokerAddress(uri);
      }
    } catch (URISyntaxException e) {
      // the message below says what is expected
    }
    throw new BadInputException(
        "--broker-api must look like http://host:15672 or amqp://host:5672, not '" + text + "'");
  }

  String host() {
    return uri.getHost();
  }

  /**
   * The ways to ask this broker, the most telling one first: its management API, its Prometheus
   * plugin (which asks for no credentials and is given none), AMQP itself.
   */
  List<BrokerSource> sources(BrokerCredentials credentials, String queue, LongSupplier epochMillis)
      throws BadInputException {
    List<BrokerSource> sources = new ArrayList<>();
    if (uri.getScheme().startsWith("amqp")) {
      sources.add(new PassiveDeclare(uri, credentials, queue));
      return sources;
    }
    sources.add(new ManagementApi(new BrokerHttp(uri, Optional.of(credentials)), queue));
    sources.add(prometheus(uri, queue, epochMillis));
    if (uri.getPort() != PROMETHEUS_PORT) {
      URI usual = URI.create("http://" + uri.getHost() + ":" + PROMETHEUS_PORT);
      sources.add(prometheus(usual, queue, epochMillis));
    }
    String amqp = uri.getScheme().equals("https") ? "amqps" : "amqp";
    sources.add(new PassiveDeclare(URI.create(amqp + "://" + uri.getHost()), credentials, queue));
    return sources;
  }

  private static BrokerSource prometheus(URI base, String queue, LongSupplier epochMillis) {
    return new PrometheusMetrics(new BrokerHttp(base, Optional.empty()), queue, epochMillis);
  }
}
