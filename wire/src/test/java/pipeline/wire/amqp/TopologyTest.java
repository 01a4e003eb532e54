package pipeline.wire.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import pipeline.wire.settings.Settings;

class TopologyTest {

  private static Settings environment(String name, String value) {
    return new Settings(Map.of(name, value), new Properties());
  }

  @Test
  void aQueueThatIsNotDurableSaysWhatItLosesAndIsNeverAQuorumQueue() {
    Topology queues =
        Topology.from(
            new Settings(Map.of("WORKLOAD", "swipes", "DURABLE", "off"), new Properties()));

    assertThat(queues.each()).hasSize(2).allMatch(queue -> !queue.durable());
    assertThat(queues.warning())
        .hasValueSatisfying(
            line ->
                assertThat(line)
                    .startsWith("DURABLE=off: ")
                    .contains("swipes.counts and swipes.matches"));
    assertThat(Topology.from(environment("DURABLE", "on")).warning()).isEmpty();
    Map<String, String> both = Map.of("QUEUE_TYPE", "quorum", "DURABLE", "off");
    assertThatThrownBy(() -> Topology.from(new Settings(both, new Properties())))
        .hasMessage("DURABLE is 'off', but must be on where QUEUE_TYPE is quorum");
  }

  @Test
  void aQueueNameTooLongForTheProtocolIsNamed() {
    assertThatThrownBy(() -> Topology.from(environment("QUEUE", "q".repeat(241))))
        .hasMessageEndingWith("must be at most 240 bytes long");
    assertThat(Topology.from(environment("QUEUE", "q".repeat(240))).deadQueue()).hasSize(245);
  }

  @Test
  void aQueueNameThatBrokersReserveIsNamed() {
    assertThatThrownBy(() -> Topology.from(environment("QUEUE", "amq.words")))
        .hasMessageStartingWith("QUEUE is 'amq.words', but must be without amq.");
    assertThat(Topology.from(environment("QUEUE", "amqwords")).queue()).isEqualTo("amqwords");
  }

  @Test
  void partitionsAreQueuesBehindOneExchangeWithOneDeadQueue() {
    Topology words = Topology.from(environment("PARTITIONS", "3"));

    assertThat(words.partitionQueues())
        .containsExactly("wordcount.0", "wordcount.1", "wordcount.2");
    assertThat(words.routingKey(2)).isEqualTo("wordcount.2");
    assertThat(words.deadQueue()).isEqualTo("wordcount.dead");

    Topology swipes =
        Topology.from(
            new Settings(Map.of("WORKLOAD", "swipes", "PARTITIONS", "2"), new Properties()));
    assertThat(swipes.each())
        .flatExtracting(Topology::partitionQueues)
        .containsExactly(
            "swipes.counts.0", "swipes.counts.1", "swipes.matches.0", "swipes.matches.1");
    assertThat(swipes.routingKey(1)).isEqualTo("swipes.1");
  }

  @Test
  void onePartitionIsTheQueueItself() {
    Topology one = Topology.from(environment("PARTITIONS", "1"));

    assertThat(one).isEqualTo(new Topology("wordcount", Topology.QueueType.CLASSIC));
    assertThat(one.partitionQueues()).containsExactly("wordcount");
    assertThat(one.routingKey(0)).isEqualTo("wordcount");
    assertThatThrownBy(() -> Topology.from(environment("PARTITIONS", "65")))
        .hasMessage("PARTITIONS is '65', but must be a whole number from 1 to 64");
  }

  @Test
  void partitionsAreSpreadOverTheNodesOfTheUrl() {
    Map<String, String> cluster =
        Map.of("RABBITMQ_URL", "amqp://u:secret@one:1,two:2/v", "PARTITIONS", "3");
    Topology words = Topology.from(new Settings(cluster, new Properties()));

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
}
