package pipeline.client;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;

/**
 * Asks over AMQP itself, which every broker answers, at once: the messages that are ready, and
 * nothing else.
 */
final class PassiveDeclare implements BrokerSource {
  private static final int TIMEOUT_MILLIS = 3_000;

  private final ConnectionFactory factory = new ConnectionFactory();
  private final String address;
  private final String queue;
  private Connection connection;

  PassiveDeclare(URI uri, BrokerCredentials credentials, String queue) throws BadInputException {
    try {
      factory.setUri(uri);
      if (factory.isSSL()) {
        factory.useSslProtocol(SSLContext.getDefault()); // setUri alone would trust anybody
        factory.enableHostnameVerification();
      }
    } catch (GeneralSecurityException e) {
      throw new BadInputException("--broker-api: " + e.getMessage());
    }
    factory.setUsername(credentials.user());
    factory.setPassword(credentials.password());
    factory.setAutomaticRecoveryEnabled(false);
    factory.setConnectionTimeout(TIMEOUT_MILLIS);
    factory.setHandshakeTimeout(TIMEOUT_MILLIS);
    factory.setChannelRpcTimeout(TIMEOUT_MILLIS);
    this.address = uri.getScheme() + "://" + factory.getHost() + ":" + factory.getPort();
    this.queue = queue;
  }

  /** Connects again where the last connection has died. */
  @Override
  public BrokerReading read() throws IOException {
    try {
      if (connection == null || !connection.isOpen()) {
        connection = factory.newConnection("client-broker-sampler");
      }
      // a channel for each question, since one about an absent queue closes it
      try (Channel channel = connection.createChannel()) {
        long ready = channel.queueDeclarePassive(queue).getMessageCount();
        return new BrokerReading(Map.of(BrokerGauge.READY, ready), Map.of(), Optional.empty());
      }
    } catch (TimeoutException | IOException | ShutdownSignalException e) {
      throw new IOException(address + " does not tell the depth of " + queue + ": " + reason(e), e);
    }
  }

  private static String reason(Exception e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
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
