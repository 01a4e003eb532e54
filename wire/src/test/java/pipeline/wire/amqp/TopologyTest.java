package pipeline.wire.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.impl.AMQImpl;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.wire.settings.Settings;

/** Queues have the names, and messages the time of publishing, that both sides know. */
class TopologyTest {
  private static Topology of(String name, String value) {
    return of(Map.of(name, value));
  }

  private static Topology of(Map<String, String> environment) {
    return Topology.from(new Settings(environment, new Properties()));
  }

  @Test
  void aQueueThatIsNotDurableSaysWhatItLosesAndIsNeverAQuorumQueue() {
    Topology queues = of(Map.of("WORKLOAD", "swipes", "DURABLE", "off"));

    assertThat(queues.each()).hasSize(2).allMatch(queue -> !queue.durable());
    assertThat(queues.warning().orElse(""))
        .startsWith("DURABLE=off: ")
        .contains("swipes.counts and swipes.matches");
    assertThat(of("DURABLE", "on").warning()).isEmpty();
    Map<String, String> both = Map.of("QUEUE_TYPE", "quorum", "DURABLE", "off");
    assertThatThrownBy(() -> of(both))
        .hasMessage("DURABLE is 'off', but must be on where QUEUE_TYPE is quorum");
  }

  @Test
  void aQueueNameThatTheProtocolOrBrokersDoNotAllowIsNamed() {
    assertThatThrownBy(() -> of("QUEUE", "q".repeat(241)))
        .hasMessageEndingWith("must be at most 240 bytes long");
    assertThat(of("QUEUE", "q".repeat(240)).deadQueue()).hasSize(245);
    assertThatThrownBy(() -> of("QUEUE", "amq.words"))
        .hasMessageStartingWith("QUEUE is 'amq.words', but must be without amq.");
    assertThat(of("QUEUE", "amqwords").queue()).isEqualTo("amqwords");
  }

  @Test
  void partitionsAreQueuesBehindOneExchangeWithOneDeadQueue() {
    Topology words = of("PARTITIONS", "3");

    assertThat(words.partitionQueues())
        .containsExactly("wordcount.0", "wordcount.1", "wordcount.2");
    assertThat(words.routingKey(2)).isEqualTo("wordcount.2");
    assertThat(words.deadQueue()).isEqualTo("wordcount.dead");

    Topology swipes = of(Map.of("WORKLOAD", "swipes", "PARTITIONS", "2"));
    assertThat(swipes.each())
        .flatExtracting(Topology::partitionQueues)
        .containsExactly(
            "swipes.counts.0", "swipes.counts.1", "swipes.matches.0", "swipes.matches.1");
    assertThat(swipes.routingKey(1)).isEqualTo("swipes.1");
  }

  @Test
  void onePartitionIsTheQueueItself() {
    Topology one = of("PARTITIONS", "1");

    assertThat(one).isEqualTo(new Topology("wordcount", Topology.QueueType.CLASSIC));
    assertThat(one.partitionQueues()).containsExactly("wordcount");
    assertThat(one.routingKey(0)).isEqualTo("wordcount");
    assertThatThrownBy(() -> of("PARTITIONS", "65"))
        .hasMessage("PARTITIONS is '65', but must be a whole number from 1 to 64");
  }

  @Test
  void partitionsAreSpreadOverTheNodesOfTheUrl() {
    Map<String, String> cluster =
        Map.of("RABBITMQ_URL", "amqp://u:secret@one:1,two:2/v", "PARTITIONS", "3");
    Topology words = of(cluster);

    assertThat(words.nodes()).extracting(BrokerSettings::hosts).containsExactly("one:1", "two:2");
    assertThat(words.nodes())
        .allSatisfy(
            node -> {
              assertThat(node.connectionFactory().getPassword()).isEqualTo("secret");
              assertThat(node.connectionFactory().getVirtualHost()).isEqualTo("v");
            });
    assertThat(words.toString()).doesNotContain("secret");
    assertThat(words.each().get(0).nodes()).hasSize(2);
  }

  private static final long MICROS = 1_790_000_000_123_456L;

  @Test
  void itCrossesTheWireToTheMicrosecondAndAsAPropertyOfWholeSeconds() throws Exception {
    byte[] header =
        PublishTime.stamp(new BasicProperties.Builder(), MICROS).build().toFrame(1, 0).getPayload();
    BasicProperties read =
        (BasicProperties)
            AMQImpl.readContentHeaderFrom(new DataInputStream(new ByteArrayInputStream(header)));
    assertThat(PublishTime.micros(read)).hasValue(MICROS);
    assertThat(read.getTimestamp()).isEqualTo(Date.from(Instant.ofEpochSecond(1_790_000_000)));
  }

  @Test
  void whatAnotherPublisherSaysInsteadIsNoTime() {
    assertThat(PublishTime.micros(new BasicProperties())).isEmpty();
    for (Object other : new Object[] {-1L, Long.MIN_VALUE, 7, "now"}) {
      assertThat(
              PublishTime.micros(
                  new BasicProperties.Builder().headers(Map.of(PublishTime.HEADER, other)).build()))
          .as("%s", other)
          .isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 'abcd'",
    "2, 'ac bd'",
    "3, 'ad b c'",
    "4, 'a b c d'",
    "6, 'a b c d a b'",
  })
  void readersShareTheQueues(int readers, String shares) {
    List<String> queues = List.of("a", "b", "c", "d");
    assertThat(
            IntStream.range(0, readers)
                .mapToObj(i -> String.join("", Topology.share(queues, i, readers))))
        .containsExactly(shares.split(" ", -1));
  }
}
