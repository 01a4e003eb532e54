package pipeline.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.testkit.process.Tool;
import pipeline.wire.identity.RunId;

/** A real server with a certificate for {@code localhost} that nobody but its key store knows. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EncryptedServerTest {
  private static final String PASSWORD = "changeit";
  private static final String TRUST_STORE = "javax.net.ssl.trustStore";

  @TempDir static Path folder;

  private static Path keys;
  private static Path trusted;
  private static final ExecutorService EXECUTOR = Executors.newCachedThreadPool();
  private static HttpsServer server;

  @BeforeAll
  static void start() throws Exception {
    keys = folder.resolve("keys.p12");
    trusted = folder.resolve("trusted.jks");
    Tool.run(
        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
        "-genkeypair",
        "-alias",
        "server",
        "-keyalg",
        "EC",
        "-validity",
        "2",
        "-dname",
        "CN=localhost",
        "-ext",
        "san=dns:localhost",
        "-keystore",
        keys.toString(),
        "-storetype",
        "PKCS12",
        "-storepass",
        PASSWORD);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(EXECUTOR);
    server.setHttpsConfigurator(new HttpsConfigurator(context()));
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          StubServer.answer(exchange, 200);
        });
    server.start();
  }

  private static SSLContext context() throws Exception {
    KeyStore store = KeyStore.getInstance(keys.toFile(), PASSWORD.toCharArray());
    trust(store.getCertificate("server"));
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(factory.getKeyManagers(), null, null);
    return context;
  }

  private static void trust(Certificate certificate) throws Exception {
    KeyStore store = KeyStore.getInstance("JKS"); // a JKS store can be read without a password
    store.load(null, null);
    store.setCertificateEntry("server", certificate);
    try (OutputStream out = Files.newOutputStream(trusted)) {
      store.store(out, PASSWORD.toCharArray());
    }
  }

  @AfterAll
  static void stop() {
    server.stop(0);
    EXECUTOR.shutdownNow();
    System.clearProperty(TRUST_STORE);
  }

  @Test
  void aCertificateFromTheTrustStoreIsAccepted() throws Exception {
    System.setProperty(TRUST_STORE, trusted.toString());

    assertThat(send("localhost")).isEqualTo(Outcome.success(200));
  }

  @Test
  void aServerThatFallsSilentAfterTheHandshakeIsGivenUp() throws Exception {
    System.setProperty(TRUST_STORE, trusted.toString());
    CountDownLatch testOver = new CountDownLatch(1);
    server.createContext("/silent", exchange -> await(testOver));

    assertThat(send("localhost", "/silent", Duration.ofMillis(200)).error())
        .isEqualTo("SocketTimeoutException: Read timed out");
    testOver.countDown();
  }

  @Test
  void aCertificateForAnotherNameIsRefused() throws Exception {
    System.setProperty(TRUST_STORE, trusted.toString());

    assertThat(send("127.0.0.1").error()).contains("127.0.0.1");
  }

  @Test
  void aCertificateThatNobodyVouchesForIsRefused() throws Exception {
    System.clearProperty(TRUST_STORE);

    assertThat(send("localhost").error()).contains("unable to find valid certification path");
  }

  private static Outcome send(String host) throws Exception {
    return send(host, "/x", Duration.ofSeconds(10));
  }

  private static Outcome send(String host, String path, Duration timeout) throws Exception {
    ServerUrl url =
        ServerUrl.parse("--url", "https://" + host + ":" + server.getAddress().getPort());
    CurrentRun run = new CurrentRun(RunId.random(new SecureRandom()));
    try (PooledHttpSender sender = new PooledHttpSender(url, run, Optional.empty(), timeout, 1)) {
      return sender.send(Request.post(7, path, "{}".getBytes(UTF_8)));
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
