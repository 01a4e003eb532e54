package pipeline.consumer.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.consumer.ConsumerJar;
import pipeline.consumer.store.Entries;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.rabbit.RabbitInstallation;
import pipeline.wire.codec.Entry;

/**
 * Whatever its queue and broker do, the consumer counts each line once. A single thread handles
 * deliveries where the connection is read, more than one elsewhere.
 */
class ConsumerQueueIT extends OnRealQueue {

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void poisonGoesToTheDeadQueueOnceAndHarmsNothingElse(int consumerThreads) throws Exception {
    threads = consumerThreads;
    ByteArrayOutputStream gadget = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(gadget)) {
      out.writeObject(new HashMap<>(Map.of("a", Thread.State.NEW)));
    }
    byte[] whole = Entries.message(Entries.range(0, 2));
    List<byte[]> poison =
        List.of(
            new byte[0],
            "not ours".getBytes(StandardCharsets.US_ASCII),
            Arrays.copyOf(whole, whole.length - 1),
            gadget.toByteArray(),
            new byte[largestBytes()]);
    publishLines(0, LINES / 2);
    publish(JSON, poison);
    publish(
        new BasicProperties.Builder().contentType("application/x-java-serialized-object").build(),
        List.of(gadget.toByteArray()));
    publishLines(LINES / 2, LINES);

    try (ChildProcess consumer = consumer(ConsumerJar.memoryOfTheUnit(), "--until-idle", "1")) {
      assertExact(consumer, LINES);
      assertThat(consumer.out()).contains("dead=6");
    }
    List<GetResponse> dead = takeDead();
    assertThat(dead).hasSize(6);
    assertThat(dead)
        .allSatisfy(
            letter -> {
              assertThat(letter.getProps().getHeaders()).containsKey("reason");
              assertThat(letter.getProps().getHeaders().get("original-exchange"))
                  .hasToString("wordcount");
              assertThat(letter.getProps().getDeliveryMode()).isEqualTo(2);
            });
    assertThat(dead.get(1).getBody()).asString().isEqualTo("not ours");
  }

  @Test
  void aMalformedEntryGoesToTheDeadQueueAlone() throws Exception {
    List<byte[]> bodies = new ArrayList<>();
    for (int seq = 0; seq < LINES; seq++) {
      List<Entry<Map<String, Integer>>> lines = new ArrayList<>(Entries.range(seq, seq + 1));
      lines.add(Entry.single(Entries.line(LINES, "").key(), Map.of("two words", 1)));
      bodies.add(Entries.message(lines));
    }
    publish(JSON, bodies);

    try (ChildProcess consumer = consumer("", "--until-idle", "1")) {
      assertExact(consumer, LINES);
      assertThat(consumer.out()).contains("dead=" + LINES);
    }
    assertThat(takeDead())
        .allSatisfy(
            letter -> assertThat(letter.getBody()).asString().contains("\"two words\":1}}]"));
  }

  @Test
  void withoutAcksWhatIsNotCountedWhenTheConsumerIsKilledIsLost() throws Exception {
    try (ChildProcess consumer =
        ConsumerJar.start(
            temp, rabbit.url(), List.of(), "2", "--ack", "auto", "--commit-interval", "60000")) {
      consumer.awaitErr("consuming from");
      assertThat(consumer.err()).contains("consumer: --ack auto: ");
      publishLines(0, 10);
      await().atMost(SOON).until(() -> ready() == 0);
      consumer.signal("KILL");
      consumer.await();
    }
    await()
        .atMost(SOON)
        .until(() -> onChannel(channel -> channel.consumerCount(TOPOLOGY.queue())) == 0);
    assertThat(ready()).isZero();
  }

  /**
   * The largest message: the default limit of RabbitMQ 4; on RabbitMQ 3, whose limit is higher,
   * that of amqp-client.
   */
  private static int largestBytes() throws Exception {
    return RabbitInstallation.named().isAtLeast(4, 0) ? 16 << 20 : 64 << 20;
  }

  @Test
  void aDeletedQueueIsNoticedAndTheReportShowsTheGaps() throws Exception {
    publishLines(0, 10);
    try (ChildProcess consumer = consumer("")) {
      consumer.awaitErr("consuming from");
      await().atMost(SOON).until(() -> ready() == 0);
      onChannel(channel -> channel.queueDelete(TOPOLOGY.queue()));
      consumer.awaitErr("lost the broker or the queue");
      publishLines(20, 30);
      await().atMost(SOON).until(() -> ready() == 0);
      consumer.signal("TERM");
      assertThat(consumer.await()).isZero();
      assertThat(consumer.out()).contains("lines=20 of=? missing=10 ").contains("gaps=10-19");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aBrokerThatDiesAndComesBackIsFoundAgain(int consumerThreads) throws Exception {
    threads = consumerThreads;
    publishLines(0, LINES / 2);
    try (ChildProcess consumer = consumer("")) {
      consumer.awaitErr("consuming from");
      rabbit.kill();
      consumer.awaitErr("lost the broker");
      rabbit.start();
      publishLines(LINES / 2, LINES);
      await().atMost(SOON).until(() -> ready() == 0);
      consumer.signal("TERM");
      assertExact(consumer, LINES);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whatIsDeliveredIsAckedBeforeTheBrokerLosesPatience(int consumerThreads) throws Exception {
    threads = consumerThreads;
    Assumptions.assumeFalse(
        RabbitInstallation.named().isAtLeast(4, 3), "4.3 waits for acks of quorum queues only");
    patience(3_000, 500);
    try (ChildProcess consumer = consumer("")) {
      consumer.awaitErr("consuming from");
      publishLines(0, LINES / 2);
      publish(JSON, List.of(new byte[0]));
      // the timeout is shortened from half an hour: a consumer that keeps the dead letter unacked
      // is disconnected
      for (int i = 0; i < 2; i++) {
        try (Connection connection = rabbit.connect()) {
          Channel forgetful = connection.createChannel();
          forgetful.basicConsume(TOPOLOGY.deadQueue(), false, (tag, letter) -> {}, tag -> {});
          await().atMost(SOON).until(() -> !forgetful.isOpen());
          assertThat(forgetful.getCloseReason()).hasMessageContaining("timed out");
        }
      }
      publishLines(LINES / 2, LINES);
      await().atMost(SOON).until(() -> ready() == 0);
      consumer.signal("TERM");
      assertExact(consumer, LINES);
      assertThat(consumer.err()).doesNotContain("lost the broker");
      assertThat(consumer.out()).contains("redelivered=0").contains("dead=1");
    } finally {
      patience(1_800_000, 60_000);
    }
  }

  /**
   * Sets the time for which the broker leaves a delivery unacked on channels opened from now on,
   * and the time between its checks.
   */
  private static void patience(int timeoutMillis, int lookMillis) throws Exception {
    rabbit.ctl(
        "eval",
        String.format(
                Locale.ROOT, "application:set_env(rabbit, consumer_timeout, %d), ", timeoutMillis)
            + String.format(
                Locale.ROOT,
                "application:set_env(rabbit, channel_tick_interval, %d).",
                lookMillis));
  }
}
