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
import java.util.concurrent.TimeoutException;
import org.apache.commons.lang3.function.Failable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.testkit.process.FreePort;
import pipeline.wire.settings.Settings;

/**
 * The URL of the broker is read with all its parts, or refused without its password; attempts to
 * reach the broker come ever more slowly.
 */
class BrokerSettingsTest {

  private static BrokerSettings url(String url) {
    return BrokerSettings.from(new Settings(Map.of("RABBITMQ_URL", url), new Properties()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          is not of the form amqp[s]:// | foo localhost:5672 amqp:// amqp: ftp://u:secret@h amqp://a%b
          is not of the form amqp[s]:// | amqp://u:secret@h:0 amqp://u:secret@h:70000 amqp://u:secret@h//
          is not of the form amqp[s]:// | amqp://u:secret@a,/v amqp://u:secret@,a/v amqp://a,,b/v
          is not of the form amqp[s]:// | amqp://u:secret@a:1,b:x/v amqp://u:secret@a,u:secret@b/v
          has a vhost without a name after its last slash | amqp://u:secret@h:1/ amqps://u:secret@h/
          has a vhost without a name after its last slash | amqp://u:secret@a:1,b_c:2/
          has a vhost without a name after its last slash | amqp://u:secret@h/?heartbeat=5
          """)
  void aUrlOfAnotherFormIsNamedAndItsPasswordNotShown(String what, String urls) {
    for (String url : urls.split(" ", -1)) {
      assertThatThrownBy(() -> url(url))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("RABBITMQ_URL " + what)
          .hasMessageNotContaining("secret");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "amqp://u:secret@h:1/v, amqp://h:1, h, u, secret, v",
    "amqp://u:s@h/%2F, amqp://h:5672, h, u, s, /",
    "amqp://u:s@h, amqp://h:5672, h, u, s, /",
    "amqp://u_1:p_2@rabbit_mq:1/v_3, amqp://rabbit_mq:1, rabbit_mq, u_1, p_2, v_3",
    "amqps://u_1:p_2@rabbit_mq/v_3, amqps://rabbit_mq:5671, rabbit_mq, u_1, p_2, v_3",
    "'amqps://u:p@a_b:1,c_d:2/v', 'amqps://a_b:1,c_d:2', a_b, u, p, v",
    "'amqp://u:p,w@h1:1,h2,h3:3/v', 'amqp://h1:1,h2:5672,h3:3', h1, u, 'p,w', v"
  })
  void nodesShareUserPasswordAndVhostAndOnlyTheNodesAreShown(
      String url, String shown, String host, String user, String password, String vhost) {
    BrokerSettings broker = url(url);
    ConnectionFactory factory = broker.connectionFactory();

    assertThat(broker).hasToString(shown);
    assertThat(factory.getHost()).isEqualTo(host);
    assertThat(factory.getUsername()).isEqualTo(user);
    assertThat(factory.getPassword()).isEqualTo(password);
    assertThat(factory.getVirtualHost()).isEqualTo(vhost);
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
  void aNodeThatIsGoneIsLeftForOneThatListens() throws Exception {
    try (ServerSocket node = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Socket> reached =
          CompletableFuture.supplyAsync(Failable.asSupplier(node::accept));
      int gone = FreePort.find();
      ConnectionFactory factory =
          url("amqp://127.0.0.1:" + gone + ",127.0.0.1:" + node.getLocalPort()).connectionFactory();
      CompletableFuture<Void> closed = reached.thenAccept(Failable.asConsumer(Socket::close));

      // the server hangs up, so no connection comes about; on a busy machine it may do so after the
      // limit of the handshake
      assertThatThrownBy(() -> factory.newConnection("test"))
          .isInstanceOfAny(IOException.class, TimeoutException.class);
      closed.get(30, TimeUnit.SECONDS);
    }
  }

  @Test
  void waitsDoubleUpToFiveSecondsAndStartAgainAfterASuccess() {
    Backoff backoff = new Backoff();

    for (long limit : new long[] {100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000}) {
      assertThat(backoff.nextMillis()).isBetween(limit / 2, limit);
    }
    backoff.reset();
    assertThat(backoff.nextMillis()).isBetween(50L, 100L);
  }
}
