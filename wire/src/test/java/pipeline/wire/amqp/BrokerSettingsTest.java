package pipeline.wire.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.testkit.process.FreePort;
import pipeline.wire.settings.Settings;

class BrokerSettingsTest {

  private static BrokerSettings url(String url) {
    return BrokerSettings.from(new Settings(Map.of("RABBITMQ_URL", url), new Properties()));
  }

  @Test
  void theDefaultIsABrokerOnThisMachine() {
    assertThat(BrokerSettings.from(new Settings(Map.of(), new Properties())))
        .hasToString("amqp://localhost:5672");
  }

  @Test
  void thePasswordOfABrokerUrlIsNeverShown() {
    assertThat(url("amqp://u:secret@h:1/v")).hasToString("amqp://h:1");
    assertThatThrownBy(() -> url("http://u:secret@h:1/v"))
        .hasMessageContaining("RABBITMQ_URL")
        .hasMessageNotContaining("secret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "foo",
        "localhost:5672",
        "amqp://",
        "amqp:",
        "ftp://h",
        "amqp://a b",
        "amqp://h:0",
        "amqp://h:70000",
        "amqp://h//"
      })
  void aBrokerUrlOfAnotherFormIsNamed(String url) {
    assertThatThrownBy(() -> url(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("RABBITMQ_URL is not of the form amqp[s]://");
  }

  @ParameterizedTest
  @ValueSource(strings = {"amqp", "amqps"})
  void aHostMayHaveUnderscores(String scheme) {
    BrokerSettings broker = url(scheme + "://u_1:p_2@rabbit_mq:1/v_3");
    ConnectionFactory factory = broker.connectionFactory();

    assertThat(broker).hasToString(scheme + "://rabbit_mq:1");
    assertThat(factory.getHost()).isEqualTo("rabbit_mq");
    assertThat(factory.getPort()).isEqualTo(1);
    assertThat(factory.getUsername()).isEqualTo("u_1");
    assertThat(factory.getPassword()).isEqualTo("p_2");
    assertThat(factory.getVirtualHost()).isEqualTo("v_3");
    assertThat(url(scheme + "://a_b:1,c_d:2")).hasToString(scheme + "://a_b:1,c_d:2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "amqp://u:secret@h:1/",
        "amqps://u:secret@h/",
        "amqp://u:secret@a:1,b_c:2/",
        "amqp://u:secret@h/?heartbeat=5"
      })
  void aVhostWithoutANameIsRefusedByWhatTheLastSlashMeans(String url) {
    assertThatThrownBy(() -> url(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "RABBITMQ_URL has a vhost without a name after its last slash:"
                + " leave the slash out for the vhost /, or name one");
    assertThat(url("amqp://h:1/%2F").connectionFactory().getVirtualHost()).isEqualTo("/");
    assertThat(url("amqp://h:1").connectionFactory().getVirtualHost()).isEqualTo("/");
  }

  @Test
  void automaticRecoveryIsOffAndEveryWaitHasALimit() {
    ConnectionFactory factory = url("amqps://h").connectionFactory();

    assertThat(factory.isAutomaticRecoveryEnabled()).isFalse();
    assertThat(factory.getChannelRpcTimeout()).isEqualTo(5_000);
    assertThat(factory.getConnectionTimeout()).isEqualTo(5_000);
    assertThat(factory.getHandshakeTimeout()).isEqualTo(5_000);
    assertThat(factory.isSSL()).isTrue();
  }

  @Test
  void severalNodesShareUserPasswordAndVhost() {
    BrokerSettings broker = url("amqp://u:p,w@h1:1,h2,h3:3/v");
    ConnectionFactory factory = broker.connectionFactory();

    assertThat(broker).hasToString("amqp://h1:1,h2:5672,h3:3");
    assertThat(factory.getUsername()).isEqualTo("u");
    assertThat(factory.getPassword()).isEqualTo("p,w");
    assertThat(factory.getVirtualHost()).isEqualTo("v");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a,", ",a", "a,,b", "a:1,b:x", "a, b", "u:p@a,u:p@b"})
  void aListThatDoesNotNameItsNodesIsRefused(String nodes) {
    assertThatThrownBy(() -> url("amqp://" + nodes + "/v"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("HOST:PORT[,HOST:PORT...]")
        .hasMessageNotContaining("u:p");
  }

  @Test
  void aNodeThatIsGoneIsLeftForOneThatListens() throws Exception {
    try (ServerSocket node = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> reached = CompletableFuture.runAsync(() -> accept(node));
      int gone = FreePort.find();
      ConnectionFactory factory =
          url("amqp://127.0.0.1:" + gone + ",127.0.0.1:" + node.getLocalPort()).connectionFactory();

      // the server hangs up at once, so no connection comes about
      assertThatThrownBy(() -> factory.newConnection("test")).isInstanceOf(IOException.class);
      reached.get(5, TimeUnit.SECONDS);
    }
  }

  private static void accept(ServerSocket node) {
    try (Socket accepted = node.accept()) {
      assertThat(accepted.isConnected()).isTrue();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
