package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pipeline.consumer.amqp.OnRealQueue;
import pipeline.consumer.store.Entries;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.FreePort;
import pipeline.testkit.process.Tool;
import pipeline.testkit.redis.PrivateRedis;

/** Each fault that keeps lines from being counted shows at /health in time, with its cause. */
class HealthIT extends OnRealQueue {
  private static final Duration IN_TIME = Duration.ofSeconds(5);

  private final HttpClient http = HttpClient.newHttpClient();
  private int port;
  private int seq;

  @BeforeEach
  void choosePort() throws IOException {
    port = FreePort.find();
  }

  private ChildProcess start(String... more) throws Exception {
    String[] args = new String[more.length + 3];
    System.arraycopy(more, 0, args, 3, more.length);
    args[0] = "2";
    args[1] = "--http";
    args[2] = Integer.toString(port);
    ChildProcess consumer = ConsumerJar.start(temp, rabbit.url(), List.of(), args);
    awaitUp();
    return consumer;
  }

  private HttpResponse<String> health() throws Exception {
    URI health = URI.create("http://127.0.0.1:" + port + "/health");
    return http.send(HttpRequest.newBuilder(health).build(), BodyHandlers.ofString());
  }

  private void awaitUp() {
    await().atMost(SOON).ignoreExceptions().until(() -> health().statusCode() == 200);
  }

  private void awaitDown(String cause) {
    await()
        .atMost(IN_TIME)
        .untilAsserted(
            () -> {
              HttpResponse<String> health = health();
              assertThat(health.statusCode()).isEqualTo(503);
              assertThat(health.body()).contains(cause);
            });
  }

  private void publishALine() throws Exception {
    publish(JSON, List.of(Entries.message(Entries.range(seq, ++seq))));
  }

  @Test
  void aRedisThatIsHungFullOrGone() throws Exception {
    Assumptions.assumeTrue(PrivateRedis.isInstalled(), "Redis is not installed");
    Path home = Files.createDirectory(temp.resolve("redis"));
    try (PrivateRedis redis = new PrivateRedis(home)) {
      redis.start();
      try (ChildProcess consumer = start("--store", redis.url())) {
        publishALine();
        redis.freeze();
        publishALine();
        awaitDown("the store");
        redis.thaw();
        awaitUp();

        redis.ask(commands -> commands.configSet("maxmemory", "1mb"));
        publishALine();
        awaitDown("Redis has used up its maxmemory: give it more");
        consumer.awaitErr("OOM command not allowed when used memory > 'maxmemory'");
        redis.ask(commands -> commands.configSet("maxmemory", "0"));
        awaitUp();

        // the fault shows also while there is nothing to count
        redis.kill();
        awaitDown("Connection refused");
        redis.start();
        awaitUp();
        consumer.signal("TERM");
        assertThat(consumer.await()).as(consumer.err()).isZero();
        assertThat(consumer.out()).contains("lines=3 ");
      }
    }
  }

  @Test
  void aFullDisk() throws Exception {
    Path disk = Files.createDirectory(temp.resolve("disk"));
    Assumptions.assumeTrue(isMounted(disk), "nothing can be mounted here");
    try (ChildProcess consumer = start("--state", disk.resolve("state").toString())) {
      fill(disk.resolve("hog"));
      // freed pages of the file itself may allow a commit or two
      await()
          .atMost(SOON)
          .until(
              () -> {
                publishALine();
                return consumer.err().contains("No space left on device");
              });
      assertThat(health().statusCode()).isEqualTo(503);
      assertThat(health().body()).contains("--state " + disk);

      Files.delete(disk.resolve("hog"));
      awaitUp();
      consumer.signal("TERM");
      assertThat(consumer.await()).as(consumer.err()).isZero();
    } finally {
      Tool.run("umount", disk.toString());
    }
  }

  private static boolean isMounted(Path disk) {
    try {
      Tool.run("mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", disk.toString());
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static void fill(Path hog) throws IOException {
    try (var out = Files.newOutputStream(hog)) {
      byte[] block = new byte[4096];
      while (true) {
        out.write(block);
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("No space left");
    }
  }

  @Test
  void aDeadQueueThatTakesNothingAndABrokerThatIsHungOrGone() throws Exception {
    try (ChildProcess consumer = start()) {
      rabbit.ctl(
          "set_policy",
          "full",
          "^wordcount\\.dead$",
          "{\"max-length\":0,\"overflow\":\"reject-publish\"}",
          "--apply-to",
          "queues");
      publish(new BasicProperties.Builder().contentType("text/plain").build(), poison());
      awaitDown("wordcount.dead: the broker refuses it (basic.nack)");
      consumer.awaitErr("a message waits for wordcount.dead");
      rabbit.ctl("clear_policy", "full");
      awaitUp();

      rabbit.freeze();
      awaitDown("the broker does not answer");
      rabbit.thaw();
      awaitUp();

      rabbit.kill();
      awaitDown("broker");
      rabbit.start();
      awaitUp();
      consumer.signal("TERM");
      assertThat(consumer.await()).as(consumer.err()).isZero();
      assertThat(consumer.out()).contains("lines=0 ");
    }
    assertThat(takeDead()).hasSize(1);
  }

  private static List<byte[]> poison() {
    return List.of(new byte[1]);
  }
}
