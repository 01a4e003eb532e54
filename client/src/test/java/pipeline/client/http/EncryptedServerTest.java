package pipeline.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.apache.hc.core5.ssl.SSLContexts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.testkit.process.Tool;

/**
 * An encrypted server is used only if a trusted certificate has its name, and is given up when it
 * falls silent. It is a real one, with a certificate for {@code localhost} that nobody but its key
 * store knows.
 */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EncryptedServerTest {
  private static final String PASSWORD = "changeit";
  private static final String TRUST_STORE = "javax.net.ssl.trustStore";
  private static final String NEW_KEY =
      "-genkeypair -alias server -keyalg EC -validity 2 -dname CN=localhost"
          + " -ext san=dns:localhost -storetype PKCS12 -storepass changeit -keystore ";

  @TempDir static Path folder;

  /** The server's key store, which a client may trust too. */
  private static Path keys;

  @BeforeAll
  static void makeKeys() throws Exception {
    keys = folder.resolve("keys.p12");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Tool.run((keytool + " " + NEW_KEY + keys).split(" ", -1));
    System.setProperty(TRUST_STORE + "Password", PASSWORD);
    System.setProperty(TRUST_STORE, keys.toString());
    // the first handshake loads much code, with which a busy machine may be late for its limit
    await().atMost(Duration.ofSeconds(60)).until(() -> send("localhost"), Outcome::isAnswered);
  }

  @AfterAll
  static void trustNobody() {
    System.clearProperty(TRUST_STORE);
    System.clearProperty(TRUST_STORE + "Password");
  }

  @Test
  void aServerThatFallsSilentAfterTheHandshakeIsGivenUp() throws Exception {
    System.setProperty(TRUST_STORE, keys.toString());
    StubServer.Script silent = (exchange, number) -> StubServer.await(new CountDownLatch(1));

    assertThat(send("localhost", Duration.ofMillis(200), silent).error())
        .isEqualTo("SocketTimeoutException: Read timed out");
  }

  @Test
  void aCertificateOfTheTrustStoreIsAcceptedForItsNameOnly() throws Exception {
    System.setProperty(TRUST_STORE, keys.toString());
    assertThat(send("localhost")).isEqualTo(Outcome.success(200));
    assertThat(send("127.0.0.1").error()).contains("127.0.0.1");

    System.clearProperty(TRUST_STORE);
    assertThat(send("localhost").error()).contains("unable to find valid certification path");
  }

  private static Outcome send(String host) throws Exception {
    return send(host, Duration.ofSeconds(10), (exchange, n) -> StubServer.answer(exchange, 200));
  }

  private static Outcome send(String host, Duration timeout, StubServer.Script script)
      throws Exception {
    HttpsServer https = HttpsServer.create(StubServer.FREE_PORT, 0);
    char[] password = PASSWORD.toCharArray();
    https.setHttpsConfigurator(
        new HttpsConfigurator(
            SSLContexts.custom().loadKeyMaterial(keys.toFile(), password, password).build()));
    String url = "https://" + host + ":" + https.getAddress().getPort();
    try (StubServer server = new StubServer(https);
        PooledHttpSender sender = PooledHttpSenderTest.to(url, timeout)) {
      server.answers(script);
      return sender.send(Request.post(7, "/x", "{}".getBytes(UTF_8)));
    }
  }
}
