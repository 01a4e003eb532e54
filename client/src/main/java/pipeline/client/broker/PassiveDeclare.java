package pipeline.client.broker;

import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.apache.commons.lang3.exception.ExceptionUtils;
import pipeline.client.input.BadInputException;
import pipeline.wire.settings.HostUrl;

/**
 * Asks over AMQP itself, which every broker answers, at once: the messages that are ready, and
 * nothing else.
 */
final class PassiveDeclare implements BrokerSource {
  private static final int TIMEOUT_MILLIS = 3_000;

  /** The connection factories, one for each node. */
  private final List<ConnectionFactory> nodes = new ArrayList<>();

  private final boolean atUsualPort;
  private final List<BrokerCredentials> credentials;
  private final String address;
  private final String queue;
  private Set<String> clusters = Set.of();
  private Connection connection;

  /**
   * @param broker an AMQP address
   * @param credentials those to log in with; where the first are refused, the next
   */
  PassiveDeclare(
      BrokerAddress broker, String virtualHost, List<BrokerCredentials> credentials, String queue)
      throws BadInputException {
    for (HostUrl node : broker.hostUrls()) {
      nodes.add(factory(node, virtualHost));
    }
    int usualPort =
        broker.isEncrypted()
            ? ConnectionFactory.DEFAULT_AMQP_OVER_SSL_PORT
            : ConnectionFactory.DEFAULT_AMQP_PORT;
    this.atUsualPort = nodes.stream().allMatch(node -> node.getPort() == usualPort);
    this.credentials = List.copyOf(credentials);
    this.address =
        nodes.stream()
            .map(node -> node.getHost() + ":" + node.getPort())
            .collect(Collectors.joining(",", broker.nodes().get(0).getScheme() + "://", ""));
    this.queue = queue;
  }

  private static ConnectionFactory factory(HostUrl node, String virtualHost)
      throws BadInputException {
    ConnectionFactory factory = new ConnectionFactory();
    try {
      factory.setUri(node.uri());
      factory.setHost(node.host());
      if (factory.isSSL()) {
        factory.useSslProtocol(SSLContext.getDefault()); // setUri alone trusts every certificate
        factory.enableHostnameVerification();
      }
    } catch (GeneralSecurityException e) {
      throw new BadInputException("the broker's address: " + e.getMessage());
    }
    factory.setVirtualHost(virtualHost);
    factory.setAutomaticRecoveryEnabled(false);
    factory.setConnectionTimeout(TIMEOUT_MILLIS);
    factory.setHandshakeTimeout(TIMEOUT_MILLIS);
    factory.setChannelRpcTimeout(TIMEOUT_MILLIS);
    return factory;
  }

  /** Asks on the open connection, or on a new one if that has died. */
  @Override
  public BrokerReading read() throws IOException {
    try {
      if (connection == null || !connection.isOpen()) {
        connection = connectToAny();
      }
      // a channel for each question, since one about an absent queue closes it
      try (Channel channel = connection.createChannel()) {
        long ready = channel.queueDeclarePassive(queue).getMessageCount();
        return new BrokerReading(
            OptionalLong.of(ready),
            OptionalLong.empty(),
            OptionalLong.empty(),
            Map.of(),
            Optional.empty(),
            clusters);
      }
    } catch (IOException | TimeoutException | ShutdownSignalException e) {
      throw new IOException(address + " does not tell the depth of " + queue + ": " + reason(e), e);
    }
  }

  private Connection connectToAny() throws IOException {
    IOException failure = new IOException("no node");
    for (ConnectionFactory node : nodes) {
      try {
        return connect(node);
      } catch (IOException e) {
        failure = e;
      }
    }
    throw failure;
  }

  private Connection connect(ConnectionFactory node) throws IOException {
    AuthenticationFailureException refused = null;
    for (BrokerCredentials who : credentials) {
      node.setUsername(who.user());
      node.setPassword(who.password());
      try {
        return node.newConnection("client-broker-sampler");
      } catch (AuthenticationFailureException e) {
        refused = e;
      } catch (TimeoutException e) {
        throw new IOException("no answer in time", e);
      }
    }
    if (refused != null) {
      throw refused;
    }
    throw new IOException(
        "set " + BrokerCredentials.USER_VARIABLE + " and " + BrokerCredentials.PASSWORD_VARIABLE);
  }

  /**
   * Makes sure that a plugin is of this broker, by the cluster's name, which both tell. Where the
   * broker does not let us in, its plugins are trusted only if it is at its usual port, as they
   * are.
   *
   * @throws IOException if it is another broker's, or may be
   */
  void requireSame(BrokerSource plugin, BrokerReading reading) throws IOException {
    String doubt = "";
    try {
      if (clusters.isEmpty()) {
        clusters = askForClusters();
      }
    } catch (IOException | ShutdownSignalException e) {
      if (atUsualPort) {
        return;
      }
      doubt = ": " + reason(e);
    }
    if (Collections.disjoint(clusters, reading.clusters())) {
      throw new IOException(
          plugin.description() + " may be of another broker than " + address + doubt);
    }
  }

  /**
   * The names of the cluster, asked of each node that answers: unless an administrator has named
   * the cluster, each node gives it a name made of its own.
   */
  private Set<String> askForClusters() throws IOException {
    Set<String> names = new TreeSet<>();
    IOException failure = null;
    for (ConnectionFactory node : nodes) {
      try (Connection open = connect(node)) {
        Object name = open.getServerProperties().get("cluster_name");
        if (name != null) {
          names.add(name.toString());
        }
      } catch (IOException e) {
        failure = e;
      }
    }
    if (names.isEmpty() && failure != null) {
      throw failure;
    }
    return names;
  }

  private static String reason(Exception e) {
    Throwable cause = ExceptionUtils.getRootCause(e);
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }

  @Override
  public String description() {
    return "a passive declare at " + address;
  }

  @Override
  public long staleMillis() {
    return 0;
  }

  @Override
  public void close() throws IOException {
    if (connection != null && connection.isOpen()) {
      connection.close(TIMEOUT_MILLIS);
    }
  }
}
