package pipeline.wire;

import com.rabbitmq.client.ConnectionFactory;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;

/**
 * How both programs reach the broker. The URL may hold a password, so it is never printed whole.
 * Immutable.
 */
public final class BrokerSettings {

  /** The longest message of ours: a line of 1 MiB as entry, with room for its JSON. */
  public static final int MAX_MESSAGE_BYTES = 8 << 20;

  private static final int TIMEOUT_MILLIS = 5_000;
  private static final int HEARTBEAT_SECONDS = 10;
  private static final String DEFAULT_URL = "amqp://guest:guest@localhost:5672";

  private final URI uri;

  private BrokerSettings(URI uri) {
    this.uri = uri;
  }

  /**
   * Reads {@code RABBITMQ_URL}. The default's guest account works on the loopback only, by
   * RabbitMQ's own rule.
   *
   * @throws IllegalArgumentException if it is not an {@code amqp://} or {@code amqps://} URL
   */
  public static BrokerSettings from(Settings settings) {
    String url = settings.text("RABBITMQ_URL", DEFAULT_URL);
    try {
      URI uri = new URI(url);
      if (uri.getScheme() != null && uri.getHost() != null) {
        BrokerSettings broker = new BrokerSettings(uri);
        broker.connectionFactory();
        return broker;
      }
    } catch (URISyntaxException | IllegalArgumentException e) {
      // the message below says all there is to say without the password
    }
    throw new IllegalArgumentException(
        "RABBITMQ_URL is not of the form amqp[s]://USER:PASSWORD@HOST:PORT[/VHOST]");
  }

  /**
   * A new factory. Automatic recovery is off: it would hand out channels whose confirms are
   * credited to earlier messages (reliability.md J1, J2, J5), so each program reconnects on its own
   * terms.
   */
  public ConnectionFactory connectionFactory() {
    ConnectionFactory factory = new ConnectionFactory();
    try {
      factory.setUri(uri);
      if ("amqps".equals(uri.getScheme())) {
        // after setUri, which installs a trust manager that trusts everybody
        factory.useSslProtocol(SSLContext.getDefault());
        factory.enableHostnameVerification();
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    factory.setAutomaticRecoveryEnabled(false);
    factory.setTopologyRecoveryEnabled(false);
    factory.setRequestedHeartbeat(HEARTBEAT_SECONDS);
    factory.setConnectionTimeout(TIMEOUT_MILLIS);
    factory.setHandshakeTimeout(TIMEOUT_MILLIS);
    factory.setChannelRpcTimeout(TIMEOUT_MILLIS);
    factory.setShutdownTimeout(TIMEOUT_MILLIS);
    factory.setMaxInboundMessageBodySize(MAX_MESSAGE_BYTES);
    return factory;
  }

  /** Scheme, host and port; never the user or the password. */
  @Override
  public String toString() {
    return uri.getScheme() + "://" + uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
  }
}
