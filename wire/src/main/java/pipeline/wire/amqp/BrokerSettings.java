package pipeline.wire.amqp;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.AddressResolver;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ListAddressResolver;
import com.rabbitmq.client.impl.DefaultExceptionHandler;
import com.rabbitmq.client.impl.FrameHandler;
import com.rabbitmq.client.impl.FrameHandlerFactory;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.settings.HostUrl;
import pipeline.wire.settings.Settings;

/**
 * The settings with which both programs reach the broker. The URL may hold a password, so it is
 * never printed whole. Immutable.
 */
public final class BrokerSettings {

  private static final int TIMEOUT_MILLIS = 5_000;
  private static final int HEARTBEAT_SECONDS = 10;
  private static final String DEFAULT_URL = "amqp://guest:guest@localhost:5672";

  /** Groups: the URL's part before the hosts, the hosts, and the part after them. */
  private static final Pattern PARTS = Pattern.compile("([^/]*//(?:[^/]*@)?)([^/?#]*)(.*)");

  /** The URL of each node; they differ in host and port only. Never empty. */
  private final List<HostUrl> nodes;

  private BrokerSettings(List<HostUrl> nodes) {
    this.nodes = nodes;
  }

  /**
   * Reads {@code RABBITMQ_URL}, which names one node or, with commas between HOST:PORT, several of
   * a cluster. The default's guest account works on the loopback only, by RabbitMQ's own rule.
   *
   * @throws IllegalArgumentException if it is not an {@code amqp://} or {@code amqps://} URL, or
   *     has a vhost without a name, which no broker has
   */
  public static BrokerSettings from(Settings settings) {
    String url = settings.text("RABBITMQ_URL", DEFAULT_URL);
    try {
      BrokerSettings broker = new BrokerSettings(nodes(url));
      broker.connectionFactory();
      if (!broker.nodes.get(0).uri().getRawPath().equals("/")) {
        return broker;
      }
    } catch (URISyntaxException | IllegalArgumentException e) {
      // the cause is left out, since its text may have the password
      throw new IllegalArgumentException(
          "RABBITMQ_URL is not of the form"
              + " amqp[s]://USER:PASSWORD@HOST:PORT[,HOST:PORT...][/VHOST]");
    }
    throw new IllegalArgumentException(
        "RABBITMQ_URL has a vhost without a name after its last slash:"
            + " leave the slash out for the vhost /, or name one");
  }

  /** Makes a URL for each node: a URL with several hosts is no URI, so it is taken apart first. */
  private static List<HostUrl> nodes(String url) throws URISyntaxException {
    Matcher parts = PARTS.matcher(url);
    if (!parts.matches()) {
      throw new URISyntaxException(url, "no hosts");
    }
    List<HostUrl> nodes = new ArrayList<>();
    for (String text : parts.group(2).split(",", -1)) {
      HostUrl node = HostUrl.parse(parts.group(1) + text + parts.group(3));
      if (!node.hasPossiblePort()) {
        throw new URISyntaxException(url, "no such port");
      }
      nodes.add(node);
    }
    return nodes;
  }

  /** The settings for each node alone. */
  List<BrokerSettings> each() {
    return nodes.stream().map(node -> new BrokerSettings(List.of(node))).toList();
  }

  /**
   * A new factory. Automatic recovery is off: it would hand out channels whose confirms are
   * credited to earlier messages, so each program reconnects on its own terms.
   */
  public ConnectionFactory connectionFactory() {
    return connectionFactory(UnaryOperator.identity());
  }

  /**
   * A new factory like that of {@link #connectionFactory()}, whose frames go through an operator.
   *
   * @param frames is given the frames of each new connection, and gives those that are used
   */
  public ConnectionFactory connectionFactory(UnaryOperator<FrameHandler> frames) {
    ConnectionFactory factory = new Factory(frames);
    try {
      factory.setUri(nodes.get(0).uri());
      factory.setHost(nodes.get(0).host());
      if (factory.isSSL()) {
        // this follows setUri, which installs a trust manager that trusts everybody
        factory.useSslProtocol(SSLContext.getDefault());
        factory.enableHostnameVerification();
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    factory.setExceptionHandler(new DriverErrors());
    factory.setAutomaticRecoveryEnabled(false);
    factory.setTopologyRecoveryEnabled(false);
    factory.setRequestedHeartbeat(HEARTBEAT_SECONDS);
    factory.setConnectionTimeout(TIMEOUT_MILLIS);
    factory.setHandshakeTimeout(TIMEOUT_MILLIS);
    factory.setChannelRpcTimeout(TIMEOUT_MILLIS);
    factory.setShutdownTimeout(TIMEOUT_MILLIS);
    factory.setMaxInboundMessageBodySize(BatchDecoder.MAX_MESSAGE_BYTES);
    return factory;
  }

  /**
   * Logs errors inside the AMQP client, except on a connection that has ended already, such as one
   * whose vhost the broker refused: its owner knows the reason, and has closed the socket.
   */
  private static final class DriverErrors extends DefaultExceptionHandler {
    @Override
    public void handleUnexpectedConnectionDriverException(Connection connection, Throwable e) {
      if (connection.isOpen()) {
        super.handleUnexpectedConnectionDriverException(connection, e);
      }
    }
  }

  private final class Factory extends ConnectionFactory {
    private final UnaryOperator<FrameHandler> frames;

    Factory(UnaryOperator<FrameHandler> frames) {
      this.frames = frames;
    }

    /**
     * Connects to any of several nodes: each connection tries them in an order of its own, drawn at
     * random, until one answers. So programs spread over a cluster, and leave a node that is gone.
     * Every {@code newConnection} without addresses ends here, with those of the URL.
     */
    @Override
    protected AddressResolver createAddressResolver(List<Address> fromUrl) {
      return nodes.size() == 1
          ? super.createAddressResolver(fromUrl)
          : new ListAddressResolver(
              nodes.stream().map(node -> new Address(node.host(), node.uri().getPort())).toList());
    }

    @Override
    protected synchronized FrameHandlerFactory createFrameHandlerFactory() throws IOException {
      FrameHandlerFactory plain = super.createFrameHandlerFactory();
      return (address, name) -> frames.apply(plain.create(address, name));
    }
  }

  /** Each node's host and port, with commas between them. */
  public String hosts() {
    return nodes.stream()
        .map(node -> node.host() + ":" + port(node.uri()))
        .collect(Collectors.joining(","));
  }

  private static int port(URI node) {
    boolean encrypted = node.getScheme().endsWith("s");
    return ConnectionFactory.portOrDefault(node.getPort(), encrypted);
  }

  /** The scheme, hosts and ports; never the user or the password. */
  @Override
  public String toString() {
    return nodes.get(0).uri().getScheme() + "://" + hosts();
  }
}
