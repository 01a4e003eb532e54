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
  void defaultsAreTheDocumentedOnes() {
    Settings none = new Settings(Map.of(), new Properties());

    assertThat(Topology.from(none))
        .isEqualTo(new Topology("wordcount", Topology.QueueType.CLASSIC));
    assertThat(Topology.from(none).deadQueue()).isEqualTo("wordcount.dead");
  }

  @Test
  void swipesHaveTwoQueuesBehindOneExchange() {
    Topology swipes = Topology.from(environment("WORKLOAD", "swipes"));

    assertThat(swipes.exchange()).isEqualTo("swipes");
    assertThat(swipes.each()).extracting(Topology::exchange).containsOnly("swipes");
    assertThat(swipes.each())
        .extracting(Topology::deadQueue)
        .containsExactly("swipes.counts.dead", "swipes.matches.dead");
  }
}
