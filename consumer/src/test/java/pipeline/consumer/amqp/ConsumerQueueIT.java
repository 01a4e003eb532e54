package pipeline.consumer.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.GetResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.lang3.SerializationUtils;
import org.apache.commons.lang3.StringUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.consumer.Ended;
import pipeline.consumer.OnRealQueue;
import pipeline.consumer.store.Entries;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.rabbit.RabbitInstallation;
import pipeline.wire.codec.Entry;

/**
 * Whatever its queue and broker do, the consumer counts each line once. A single thread handles
 * deliveries where the connection is read, more than one elsewhere.
 */
class ConsumerQueueIT extends OnRealQueue {

  /**
   * The poison holds a Java gadget, a content type that drives a terminal, tables that amqp-client
   * cannot read, and a malformed entry beside a line.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void poisonGoesToTheDeadQueueOnceAndHarmsNothingElse(int consumerThreads) throws Exception {
    threads = consumerThreads;
    byte[] gadget = SerializationUtils.serialize(new HashMap<>(Map.of("a", Thread.State.NEW)));
    byte[] whole = Entries.message(Entries.range(0, 2));
    Entry<Map<String, Integer>> malformed =
        Entry.single(Entries.line(LINES, "").key(), Map.of("two words", 1));
    List<byte[]> poison =
        List.of(
            new byte[0],
            "not ours".getBytes(StandardCharsets.US_ASCII),
            Arrays.copyOf(whole, whole.length - 1),
            gadget,
            new byte[largestBytes()],
            Entries.message(List.of(Entries.line(0, "all w0"), malformed)));
    publishLines(0, LINES / 2);
    publish(JSON, poison);
    publish(ofType("application/x-java-serialized-object"), List.of(gadget));
    publish(InboundFramesTest.nested(40), List.of(whole));
    publishLines(LINES / 2, LINES);
    // nothing follows that could ack it too
    publish(ofType("x\u001b[2J\u202ey\nforged"), List.of(new byte[1]));

    try (ChildProcess consumer = consumer(memoryOfTheUnit(), "--until-idle", "1")) {
      Ended ended = assertExact(consumer, LINES);
      assertThat(ended.out()).contains("dead=9").contains("redelivered=0");
      assertThat(ended.err())
          .doesNotContain("lost the broker")
          .contains("the content type is x?[2J?y?forged, which");
    }
    List<GetResponse> dead = takeDead();
    // a letter is there twice if the node confirmed it too late
    assertThat(dead.stream().map(ConsumerQueueIT::typeAndBody).distinct()).hasSize(9);
    assertThat(dead)
        .anySatisfy(
            letter ->
                assertThat(letter.getProps().getHeaders().get("reason").toString())
                    .contains("properties cannot be read"))
        .allSatisfy(
            letter -> {
              assertThat(letter.getProps().getHeaders().get("original-exchange"))
                  .hasToString("wordcount");
              assertThat(letter.getProps().getDeliveryMode()).isEqualTo(2);
            });
    // two threads find poison in any order
    byte[] refused = Entries.message(List.of(malformed));
    assertThat(dead)
        .anyMatch(letter -> Arrays.equals(letter.getBody(), poison.get(1)))
        .anyMatch(letter -> Arrays.equals(letter.getBody(), refused))
        .anyMatch(letter -> Arrays.equals(letter.getBody(), whole));
  }

  private static List<Object> typeAndBody(GetResponse letter) {
    return List.of(letter.getProps().getContentType(), ByteBuffer.wrap(letter.getBody()));
  }

  @Test
  void anotherNumberOfPartitionsThanTheQueuesHaveIsRefusedAndNothingIsWritten() throws Exception {
    publishLines(0, 10);
    try (ChildProcess consumer = consumer(List.of("-Dpartitions=4"))) {
      assertThat(consumer.await()).as(consumer.err()).isEqualTo(2);
      assertThat(consumer.err()).contains("PARTITIONS is 4, but wordcount has 1 at the broker");
      assertThat(consumer.out()).isEmpty();
      assertThat(dump).doesNotExist();
    }
  }

  @Test
  void withoutAcksWhatIsNotCountedWhenTheConsumerIsKilledIsLost() throws Exception {
    try (ChildProcess consumer =
        start(List.of(), "2", "--ack", "auto", "--commit-interval", "60000")) {
      consumer.awaitErr("consuming from");
      assertThat(consumer.err()).contains("consumer: --ack auto: ");
      publishLines(0, 10);
      awaitDelivered();
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

  /**
   * What is held is more than may be unacked, so reading pauses, and with it the broker's answers.
   */
  @Test
  void withoutRoomItEndsInOrderAndTheRestWaitsInTheQueue() throws Exception {
    int messages = 90;
    publishNewWords(messages, 10_000, 0);
    try (ChildProcess consumer =
        start(List.of("-Xmx160m"), "2", "--max-unacked", "1", "--prefetch", "16", "--report")) {
      consumer.awaitErr("reading pauses");
      consumer.signal("TERM");
      assertThat(consumer.await()).as(consumer.err()).isZero();
      assertThat(StringUtils.substringAfter(consumer.err(), "reading pauses"))
          .doesNotContain("does not answer")
          .doesNotContain("Exception");
      int counted = Integer.parseInt(StringUtils.substringBetween(consumer.out(), "lines=", " "));
      assertThat(counted).isPositive();
      await().atMost(SOON).until(() -> ready() == messages - counted);
    }
  }

  @Test
  void aDeletedQueueIsNoticedAndTheReportShowsTheGaps() throws Exception {
    publishLines(0, 10);
    try (ChildProcess consumer = consumer()) {
      consumer.awaitErr("consuming from");
      // what is on its way to the consumer would go with the queue
      awaitAcked();
      onChannel(channel -> channel.queueDelete(TOPOLOGY.queue()));
      consumer.awaitErr("lost the broker or the queue");
      publishLines(20, 30);
      awaitDelivered();
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
    try (ChildProcess consumer = consumer()) {
      consumer.awaitErr("consuming from");
      rabbit.kill();
      consumer.awaitErr("lost the broker");
      rabbit.start();
      publishLines(LINES / 2, LINES);
      awaitDelivered();
      consumer.signal("TERM");
      assertExact(consumer, LINES);
    }
  }
}
