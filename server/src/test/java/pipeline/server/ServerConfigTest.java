package pipeline.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.server.broker.PublishConfig;
import pipeline.server.reference.TextBodyServlet;
import pipeline.wire.settings.Settings;

/** Every setting is read, checked, named when it is bad, and listed by {@code --help}. */
class ServerConfigTest {

  @Test
  void perRequestEachLineIsAMessageOnOneOfManyChannels() {
    PublishConfig perRequest = config(Map.of("PUBLISH", "per-request")).publish();
    assertThat(perRequest.batchEntries()).isEqualTo(1);
    assertThat(perRequest.channels()).isEqualTo(32);
  }

  @ParameterizedTest
  @CsvSource({
    "DESIGN, reference, simple",
    "WORKLOAD, swipes, chess",
    "REDIS_URL, redis://elsewhere:1/2, http://x",
    "RABBITMQ_URL, amqp://u:p@elsewhere:1, http://x",
    "QUEUE_TYPE, quorum, mirrored",
    "DURABLE, off, no",
    "PUBLISH, per-request, sometimes",
    "CONFIRM, none, off",
    "DELIVERY, transient, 1",
    "MANDATORY, off, no",
    "CHANNELS, 7, 0",
    "BATCH_ENTRIES, 7, 0",
    "BATCH_BYTES, 777, -1",
    "MAX_WAITING, 7, 0",
    "MAX_WAITING_BYTES, 7, 0",
    "PUBLISH_DEADLINE_MS, 777, 5s",
    "READ_DEADLINE_MS, 777, 0",
    "BODY_LIMIT, 777, 1048577",
    "BULK_BODY_LIMIT, 777, 67108865",
    "BULK_LINES, 7, 1000001",
    "BODIES_LIMIT, 7777, 0",
    "SERVER_PORT, 0, 65536",
    "SERVER_THREADS, 1999, 1",
    "MAX_CONNECTIONS, 7, 0"
  })
  void everySettingIsReadCheckedNamedAndListed(String name, String good, String bad) {
    assertThat(config(Map.of(name, good)).toString()).isNotEqualTo(config(Map.of()).toString());
    assertThatThrownBy(() -> config(Map.of(name, bad)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(name);
    assertThat(ServerConfig.HELP).contains("\n  " + name + " ");
  }

  @ParameterizedTest
  @CsvSource({
    "MAX_RUNS, maxmemory",
    "MAX_IDENTITIES_MIB, --cache",
    "MAX_WORDS_MIB, --state",
    "RUN_TTL_DAYS, 30 days"
  })
  void aSettingOfEarlierReleasesIsRefusedWithWhatServesInstead(String name, String instead) {
    assertThatThrownBy(() -> config(Map.of(name, "30")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(name + " is no setting any more: ")
        .hasMessageContaining(instead);
    assertThat(config(Map.of(name, "")).toString()).isEqualTo(config(Map.of()).toString());
    assertThat(ServerConfig.HELP).doesNotContain(name);
  }

  @Test
  void theReferenceDesignHasTheSettingsOfTheReports() {
    ServerConfig config = config(Map.of("DESIGN", "reference"));
    assertThat(config.http().threads()).isEqualTo(200);
    TextBodyServlet.Config reference = config.reference().orElseThrow();
    assertThat(reference)
        .usingRecursiveComparison()
        .ignoringFields("factory")
        .isEqualTo(
            new TextBodyServlet.Config(null, "wordCount", false, null, false, 80, 1_048_576));
    assertThat(ReferenceSettings.losses(reference))
        .contains("is lost when something dies", "restart of the broker loses");
  }

  @ParameterizedTest
  @CsvSource({
    "WORKLOAD, swipes",
    "QUEUE_TYPE, quorum",
    "API_TOKEN, 0123456789abcdef",
    "REDIS_URL, redis://elsewhere"
  })
  void whatTheReferenceDesignDoesNotHaveIsRefused(String name, String value) {
    assertThatThrownBy(() -> config(Map.of("DESIGN", "reference", name, value)))
        .hasMessageStartingWith("DESIGN=reference has no " + name);
  }

  @Test
  void aTokenIsReadAndOneThatIsNoneRefused() {
    String token = "0123456789abcdef";
    assertThat(config(Map.of()).token()).hasToString("none");
    assertThat(config(Map.of("API_TOKEN", token)).token()).hasToString("asked");
    for (String bad : List.of("0123456789abcde", token + " ", "0123456789\u00e9bcdef", "====")) {
      assertThatThrownBy(() -> config(Map.of("API_TOKEN", bad)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("API_TOKEN must be 16 or more of")
          .hasMessageNotContaining(bad);
    }
  }

  @Test
  void printsNoSecret() {
    assertThat(
            config(
                Map.of(
                    "RABBITMQ_URL", "amqp://somebody:secret@host:1",
                    "REDIS_URL", "redis://somebody:secret@host",
                    "API_TOKEN", "secret-0123456789")))
        .asString()
        .contains("redis://host")
        .doesNotContain("secret")
        .doesNotContain("somebody");
    assertThatThrownBy(() -> config(Map.of("RABBITMQ_URL", "amqp://somebody:secret@ho st")))
        .hasMessageNotContaining("secret");
  }

  private static ServerConfig config(Map<String, String> environment) {
    return ServerConfig.from(new Settings(new HashMap<>(environment), new Properties()));
  }
}
