package pipeline.wire.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.ConnectionFactory;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.wire.amqp.BrokerSettings;
import pipeline.wire.amqp.Topology;

class SettingsTest {

  private static Settings environment(String name, String value) {
    return new Settings(Map.of(name, value), new Properties());
  }

  @Test
  void theEnvironmentComesBeforeThePropertyBeforeTheDefault() {
    Properties properties = new Properties();
    properties.setProperty("queue", "of-property");

    assertThat(new Settings(Map.of("QUEUE", "of-environment"), properties).text("QUEUE", "d"))
        .isEqualTo("of-environment");
    assertThat(new Settings(Map.of("QUEUE", ""), properties).text("QUEUE", "d"))
        .isEqualTo("of-property");
    assertThat(new Settings(Map.of(), new Properties()).text("QUEUE", "d")).isEqualTo("d");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "11", "x", "1.5", "99999999999"})
  void aNumberOutOfRangeIsNamed(String value) {
    assertThatThrownBy(() -> environment("CHANNELS", value).number("CHANNELS", 1, 1, 10))
        .hasMessage("CHANNELS is '" + value + "', but must be a whole number from 1 to 10");
  }

  @Test
  void aChoiceIsSpelledInLowerCase() {
    assertThat(Topology.from(environment("QUEUE_TYPE", "quorum")).type())
        .isEqualTo(Topology.QueueType.QUORUM);
    assertThatThrownBy(() -> Topology.from(environment("QUEUE_TYPE", "Quorum")))
        .hasMessage("QUEUE_TYPE is 'Quorum', but must be one of classic quorum");
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
  void defaultsAreTheDocumentedOnes() {
    Settings none = new Settings(Map.of(), new Properties());

    assertThat(Topology.from(none))
        .isEqualTo(new Topology("wordcount", Topology.QueueType.CLASSIC));
    assertThat(Topology.from(none).deadQueue()).isEqualTo("wordcount.dead");
    assertThat(BrokerSettings.from(none)).hasToString("amqp://localhost:5672");
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

  @Test
  void thePasswordOfABrokerUrlIsNeverShown() {
    assertThat(BrokerSettings.from(environment("RABBITMQ_URL", "amqp://u:secret@h:1/v")))
        .hasToString("amqp://h:1");
    assertThatThrownBy(
            () -> BrokerSettings.from(environment("RABBITMQ_URL", "http://u:secret@h:1/v")))
        .hasMessageContaining("RABBITMQ_URL")
        .hasMessageNotContaining("secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"foo", "localhost:5672", "amqp://", "amqp:", "ftp://h", "amqp://a b"})
  void aBrokerUrlOfAnotherFormIsNamed(String url) {
    assertThatThrownBy(() -> BrokerSettings.from(environment("RABBITMQ_URL", url)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("RABBITMQ_URL is not of the form amqp[s]://");
  }

  @Test
  void automaticRecoveryIsOffAndEveryWaitHasALimit() {
    ConnectionFactory factory =
        BrokerSettings.from(environment("RABBITMQ_URL", "amqps://h")).connectionFactory();

    assertThat(factory.isAutomaticRecoveryEnabled()).isFalse();
    assertThat(factory.getChannelRpcTimeout()).isEqualTo(5_000);
    assertThat(factory.getConnectionTimeout()).isEqualTo(5_000);
    assertThat(factory.getHandshakeTimeout()).isEqualTo(5_000);
    assertThat(factory.isSSL()).isTrue();
  }
}
