package pipeline.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import pipeline.wire.BatchDecoder;
import pipeline.wire.Entry;
import pipeline.wire.JavaMapCodec;
import pipeline.wire.RequestKey;
import pipeline.wire.RunId;
import pipeline.wire.WordCounts;

/**
 * The numbered cases of reliability.md section 3, 46-62, with a real RabbitMQ that really fails.
 */
@EnabledIf("pipeline.server.PrivateRabbit#isInstalled")
class BrokerFaultIT {
  private static final int DEADLINE_MILLIS = 2_000;

  /** What answering may take beyond the deadline on a machine that is busy with other things. */
  private static final int SLACK_MILLIS = 1_500;

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int CLIENTS = 8;

  private static PrivateRabbit rabbit;

  private String queue;

  @BeforeAll
  static void startRabbit() throws Exception {
    rabbit = new PrivateRabbit();
    rabbit.start();
  }

  @AfterAll
  static void stopRabbit() throws Exception {
    rabbit.close();
  }

  @BeforeEach
  void nameQueue() {
    queue = "it-" + System.nanoTime();
  }

  @Test
  void aConfirmedLineIsInTheQueueUnderItsKey() throws Exception {
    try (RunningServer server = upServer()) {
      RequestKey key = new RequestKey(new RunId(1, 2), 3);
      HttpResponse<String> answer = server.post(key, "b a b");
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("{\"message\":2}");
      try (Connection connection = connect();
          Channel channel = connection.createChannel()) {
        GetResponse message = channel.basicGet(queue, true);
        assertThat(message.getProps().getDeliveryMode()).isEqualTo(2);
        assertThat(message.getProps().getContentType()).isEqualTo("application/json");
        assertThat(new BatchDecoder<>(new WordCounts()).decode(message.getBody()))
            .containsExactly(new Entry<>(key, Map.of("a", 1, "b", 2)));
      }
    }
  }

  @Test
  void theJavaCodecSendsAMapWithTheKeyInAHeader() throws Exception {
    try (RunningServer server = upServer("CODEC", "java", "DELIVERY", "transient")) {
      RequestKey key = new RequestKey(new RunId(1, 2), 3);
      assertThat(server.post(key, "b a b").statusCode()).isEqualTo(200);
      try (Connection connection = connect();
          Channel channel = connection.createChannel()) {
        GetResponse message = channel.basicGet(queue, true);
        assertThat(message.getProps().getDeliveryMode()).isEqualTo(1);
        assertThat(message.getProps().getHeaders().get(JavaMapCodec.KEY_HEADER))
            .hasToString(key.toString());
        assertThat(new JavaMapCodec().decode(message.getBody())).isEqualTo(Map.of("a", 1, "b", 2));
      }
    }
  }

  @Test
  void groupCommitSendsFewerMessagesThanLinesAndPerRequestAsMany() throws Exception {
    for (String publish : new String[] {"group", "per-request"}) {
      nameQueue();
      try (RunningServer server = upServer("PUBLISH", publish)) {
        Load load = new Load(server, CLIENTS);
        await().atMost(PATIENCE).until(() -> load.count(200) > 500);
        load.stop();
        assertThat(load.statuses()).containsExactly(200);
        try (Connection connection = connect();
            Channel channel = connection.createChannel()) {
          long messages = channel.messageCount(queue);
          if (publish.equals("group")) {
            assertThat(messages).isLessThan(load.count(200));
          } else {
            assertThat(messages).isEqualTo(load.count(200));
          }
        }
        assertThat(keysInQueue()).isEqualTo(load.confirmed());
      }
    }
  }

  @Test
  void case47_brokerKilledMidLoadGivesOnly503sAndNoConfirmedLineIsLost() throws Exception {
    try (RunningServer server = upServer()) {
      try (Load load = new Load(server, CLIENTS)) {
        await().atMost(PATIENCE).until(() -> load.count(200) > 200);
        rabbit.signal("KILL");
        await().atMost(PATIENCE).until(() -> load.count(503) > 20);
        assertThat(server.health().statusCode()).isEqualTo(503);
        rabbit.start();
        int before = load.count(200);
        await().atMost(PATIENCE).until(() -> load.count(200) > before + 100);
        load.stop();
        assertThat(load.statuses()).containsOnly(200, 503);
        assertThat(load.failures()).isEmpty();
        assertThat(load.slowestMillis()).isLessThan(DEADLINE_MILLIS + SLACK_MILLIS);
        assertThat(keysInQueue()).containsAll(load.confirmed());
      }
    }
  }

  @Test
  void case46_brokerAwayAtStartIs503AndTheServerRecoversAlone() throws Exception {
    rabbit.signal("KILL");
    try (RunningServer server = server()) {
      HttpResponse<String> refused = server.post(new RequestKey(new RunId(1, 2), 3), "a");
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("Retry-After")).contains("1");
      assertThat(refused.body()).contains("broker");
      assertThat(server.health().statusCode()).isEqualTo(503);
      rabbit.start();
      await().atMost(PATIENCE).until(server::isUp);
      assertThat(server.post(new RequestKey(new RunId(1, 2), 3), "a").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void case49_memoryAlarmIs503WithinTheDeadlineAndHealsWithIt() throws Exception {
    try (RunningServer server = upServer();
        Load load = new Load(server, CLIENTS)) {
      await().atMost(PATIENCE).until(() -> load.count(200) > 20);
      try {
        rabbit.ctl("set_vm_memory_high_watermark", "0.00001");
        await().atMost(PATIENCE).until(() -> load.count(503) > 200);
        assertThat(server.health().statusCode()).isEqualTo(503);
        assertThat(server.health().body()).contains("blocks publishing");
      } finally {
        rabbit.ctl("set_vm_memory_high_watermark", "0.4");
      }
      int before = load.count(200);
      await().atMost(PATIENCE).until(() -> load.count(200) > before + 20);
      load.stop();
      assertThat(load.statuses()).containsOnly(200, 503);
      assertThat(load.slowestMillis()).isLessThan(DEADLINE_MILLIS + SLACK_MILLIS);
      assertThat(keysInQueue()).containsAll(load.confirmed());
    }
  }

  @Test
  void case51_queueDeletedUnderLoadIs503AndTheQueueIsDeclaredAgain() throws Exception {
    try (RunningServer server = upServer();
        Load load = new Load(server, CLIENTS)) {
      await().atMost(PATIENCE).until(() -> load.count(200) > 20);
      try (Connection connection = connect();
          Channel channel = connection.createChannel()) {
        for (int i = 0; i < 5; i++) {
          int refusedBefore = load.count(503);
          int before = load.count(200);
          channel.queueDelete(queue);
          await().atMost(PATIENCE).until(() -> load.count(503) > refusedBefore);
          await().atMost(PATIENCE).until(() -> load.count(200) > before + 20);
        }
      }
      load.stop();
      assertThat(load.statuses()).containsOnly(200, 503);
      assertThat(server.isUp()).isTrue();
    }
  }

  @Test
  void case51_returnedLinesAreNeverConfirmed() throws Exception {
    try (RunningServer server = upServer()) {
      try (Connection connection = connect();
          Channel channel = connection.createChannel()) {
        channel.queueDelete(queue);
      }
      HttpResponse<String> refused = server.post(new RequestKey(new RunId(1, 2), 3), "a");
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.body()).contains("NO_ROUTE");
      await().atMost(PATIENCE).until(server::isUp);
      assertThat(keysInQueue()).isEmpty();
    }
  }

  @Test
  void withMandatoryOffReturnedLinesAreConfirmedAndLost() throws Exception {
    try (RunningServer server = upServer("MANDATORY", "off")) {
      try (Connection connection = connect();
          Channel channel = connection.createChannel()) {
        channel.queueDelete(queue);
      }
      assertThat(server.post(new RequestKey(new RunId(1, 2), 3), "a").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void case52_exchangeDeletedIs503AndDeclaredAgain() throws Exception {
    try (RunningServer server = upServer()) {
      RequestKey key = new RequestKey(new RunId(1, 2), 3);
      assertThat(server.post(key, "a").statusCode()).isEqualTo(200);
      try (Connection connection = connect();
          Channel channel = connection.createChannel()) {
        channel.exchangeDelete(queue);
      }
      HttpResponse<String> refused = server.post(key, "a");
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.body()).contains("no exchange");
      await().atMost(PATIENCE).until(server::isUp);
      assertThat(server.post(key, "a").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void case53_queueWithOtherArgumentsIsNamedByHealthAndHealsWhenItIsGone() throws Exception {
    try (Connection connection = connect();
        Channel channel = connection.createChannel()) {
      channel.queueDeclare(queue, true, false, false, Map.of("x-max-length", 5));
      try (RunningServer server = server()) {
        await()
            .atMost(PATIENCE)
            .until(() -> server.health().body().contains("PRECONDITION_FAILED"));
        assertThat(server.post(new RequestKey(new RunId(1, 2), 3), "a").statusCode())
            .isEqualTo(503);
        channel.queueDelete(queue);
        await().atMost(PATIENCE).until(server::isUp);
      }
    }
  }

  @Test
  void case54_aFullQueueThatRejectsIs503() throws Exception {
    rabbit.ctl("set_policy", "full", queue, "{\"max-length\":1,\"overflow\":\"reject-publish\"}");
    try (RunningServer server = upServer()) {
      int confirmed = 0;
      for (int i = 0; i < 4; i++) {
        HttpResponse<String> answer = server.post(new RequestKey(new RunId(1, 2), i), "a");
        confirmed += answer.statusCode() == 200 ? 1 : 0;
        assertThat(answer.statusCode()).isIn(200, 503);
      }
      assertThat(confirmed).isBetween(1, 3);
      assertThat(server.health().body()).contains("nack");
      assertThat(keysInQueue()).hasSize(confirmed);
    } finally {
      rabbit.ctl("clear_policy", "full");
    }
  }

  @Test
  void case57_connectionsClosedByAnAdministratorAreReplaced() throws Exception {
    try (RunningServer server = upServer();
        Load load = new Load(server, CLIENTS)) {
      for (int i = 0; i < 3; i++) {
        int before = load.count(200);
        await().atMost(PATIENCE).until(() -> load.count(200) > before + 20);
        rabbit.ctl("close_all_connections", "test");
      }
      int before = load.count(200);
      await().atMost(PATIENCE).until(() -> load.count(200) > before + 20);
      load.stop();
      assertThat(load.statuses()).containsOnly(200, 503);
      assertThat(load.failures()).isEmpty();
      assertThat(keysInQueue()).containsAll(load.confirmed());
    }
  }

  @Test
  void case59_stoppedBrokerIs503WithinTheDeadlineAndHealsWhenItGoesOn() throws Exception {
    try (RunningServer server = upServer();
        Load load = new Load(server, CLIENTS)) {
      await().atMost(PATIENCE).until(() -> load.count(200) > 20);
      rabbit.signal("STOP");
      long stopped = System.nanoTime();
      try {
        await()
            .atMost(PATIENCE)
            .until(() -> System.nanoTime() - stopped > Duration.ofSeconds(7).toNanos());
        assertThat(load.count(503)).isPositive();
      } finally {
        rabbit.signal("CONT");
      }
      int before = load.count(200);
      await().atMost(PATIENCE).until(() -> load.count(200) > before + 20);
      load.stop();
      assertThat(load.statuses()).containsOnly(200, 503);
      assertThat(load.slowestMillis()).isLessThan(DEADLINE_MILLIS + SLACK_MILLIS);
      assertThat(keysInQueue()).containsAll(load.confirmed());
    }
  }

  @Test
  void case60_manyRefusedPublishesLeaveNoChannelBehind() throws Exception {
    rabbit.ctl("set_policy", "full", queue, "{\"max-length\":1,\"overflow\":\"reject-publish\"}");
    try (RunningServer server = upServer("PUBLISH", "per-request", "CHANNELS", "4")) {
      try (Load load = new Load(server, CLIENTS)) {
        await().atMost(PATIENCE).until(() -> load.count(503) > 1_000);
      }
      assertThat(rabbit.ctl("list_channels", "number").lines().count()).isLessThanOrEqualTo(4 + 2);
    } finally {
      rabbit.ctl("clear_policy", "full");
    }
  }

  @Test
  void case62_aWrongPasswordIs503WithoutAStormOfAttempts() throws Exception {
    String url = rabbit.url().replace("guest:guest", "guest:wrong");
    try (RunningServer server = server("RABBITMQ_URL", url)) {
      await().atMost(PATIENCE).until(() -> server.health().body().contains("ACCESS_REFUSED"));
      assertThat(server.health().body()).doesNotContain("wrong@");
      assertThat(server.post(new RequestKey(new RunId(1, 2), 3), "a").statusCode()).isEqualTo(503);
    }
  }

  @Test
  void stoppingUnderLoadTakesLessThanFiveSecondsAndLeavesNoThread() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    RunningServer server = upServer();
    Load load = new Load(server, CLIENTS);
    await().atMost(PATIENCE).until(() -> load.count(200) > 20);
    rabbit.signal("STOP");
    long start = System.nanoTime();
    try {
      server.close();
    } finally {
      rabbit.signal("CONT");
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> !before.contains(thread) && thread.isAlive())
        .extracting(Thread::getName)
        .noneMatch(name -> name.matches("(publisher-lane|broker|body-|publish-|http-nio|AMQP).*"));
    load.stop();
  }

  private RunningServer server(String... settings) throws Exception {
    String[] all = java.util.Arrays.copyOf(settings, settings.length + 6);
    all[settings.length] = "QUEUE";
    all[settings.length + 1] = queue;
    all[settings.length + 2] = "PUBLISH_DEADLINE_MS";
    all[settings.length + 3] = Integer.toString(DEADLINE_MILLIS);
    boolean elsewhere = java.util.List.of(settings).contains("RABBITMQ_URL");
    all[settings.length + 4] = elsewhere ? "DELIVERY" : "RABBITMQ_URL";
    all[settings.length + 5] = elsewhere ? "persistent" : rabbit.url();
    return new RunningServer(all);
  }

  private RunningServer upServer(String... settings) throws Exception {
    RunningServer server = server(settings);
    await().atMost(PATIENCE).until(server::isUp);
    return server;
  }

  private Connection connect() throws Exception {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUri(rabbit.url());
    return factory.newConnection();
  }

  /** Empties the queue; the keys of all that was in it. */
  private Set<RequestKey> keysInQueue() throws Exception {
    BatchDecoder<Map<String, Integer>> decoder = new BatchDecoder<>(new WordCounts());
    Set<RequestKey> keys = new HashSet<>();
    try (Connection connection = connect();
        Channel channel = connection.createChannel()) {
      GetResponse message = channel.basicGet(queue, true);
      while (message != null) {
        for (Entry<Map<String, Integer>> entry : decoder.decode(message.getBody())) {
          keys.add(entry.key());
        }
        message = channel.basicGet(queue, true);
      }
    }
    return keys;
  }
}
