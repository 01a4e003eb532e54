package pipeline.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hc.core5.ssl.SSLContexts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.testkit.process.Tool;

/** A real server with a certificate for {@code localhost} that nobody but its key store knows. */
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

  private static final ExecutorService EXECUTOR = Executors.newCachedThreadPool();
  private static HttpsServer server;

  @BeforeAll
  static void start() throws Exception {
    keys = folder.resolve("keys.p12");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Tool.run((keytool + " " + NEW_KEY + keys).split(" ", -1));
    System.setProperty(TRUST_STORE + "Password", PASSWORD);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(EXECUTOR);
    char[] password = PASSWORD.toCharArray();
    server.setHttpsConfigurator(
        new HttpsConfigurator(
            SSLContexts.custom().loadKeyMaterial(keys.toFile(), password, password).build()));
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          StubServer.answer(exchange, 200);
        });
    server.start();
  }

  @AfterAll
  static void stop() {
    server.stop(0);
    EXECUTOR.shutdownNow();
    System.clearProperty(TRUST_STORE);
    System.clearProperty(TRUST_STORE + "Password");
  }

  @Test
  void aCertificateFromTheTrustStoreIsAccepted() throws Exception {
    System.setProperty(TRUST_STORE, keys.toString());

    assertThat(send("localhost")).isEqualTo(Outcome.success(200));
  }

  @Test
  void aServerThatFallsSilentAfterTheHandshakeIsGivenUp() throws Exception {
    System.setProperty(TRUST_STORE, keys.toString());
    CountDownLatch testOver = new CountDownLatch(1);
    server.createContext("/silent", exchange -> StubServer.await(testOver));

    assertThat(send("localhost", "/silent", Duration.ofMillis(200)).error())
        .isEqualTo("SocketTimeoutException: Read timed out");
    testOver.countDown();
  }

  @Test
  void aCertificateForAnotherNameOrThatNobodyVouchesForIsRefused() throws Exception {
    System.setProperty(TRUST_STORE, keys.toString());
    assertThat(send("127.0.0.1").error()).contains("127.0.0.1");

    System.clearProperty(TRUST_STORE);
    assertThat(send("localhost").error()).contains("unable to find valid certification path");
  }

  private static Outcome send(String host) throws Exception {
    return send(host, "/x", Duration.ofSeconds(10));
  }

  private static Outcome send(String host, String path, Duration timeout) throws Exception {
    String url = "https://" + host + ":" + server.getAddress().getPort();
    try (PooledHttpSender sender = PooledHttpSenderTest.to(url, timeout)) {
      return sender.send(Request.post(7, path, "{}".getBytes(UTF_8)));
    }
  }
}
