package pipeline.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerAddressTest {
  private static final BrokerCredentials GUEST = new BrokerCredentials("guest", "guest");

  @Test
  void anHttpAddressIsAskedInThreeWays() throws BadInputException {
    BrokerAddress address = BrokerAddress.parse("http://localhost:15672/");

    assertThat(address.sources(GUEST, "q", () -> 0))
        .extracting(BrokerSource::description)
        .containsExactly(
            "RabbitMQ's management API at http://localhost:15672",
            "RabbitMQ's Prometheus plugin at http://localhost:15672",
            "RabbitMQ's Prometheus plugin at http://localhost:15692",
            "a passive declare at amqp://localhost:5672");
  }

  @Test
  void anAmqpAddressIsAskedOverAmqpOnly() throws BadInputException {
    assertThat(BrokerAddress.parse("amqps://broker").sources(GUEST, "q", () -> 0))
        .extracting(BrokerSource::description)
        .containsExactly("a passive declare at amqps://broker:5671");
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost:15672", "ftp://a", "http://", "http://a?b", "http://a b", ""})
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> BrokerAddress.parse(text))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--broker-api must look like http://host:15672");
  }

  @Test
  void credentialsOnTheCommandLineAreRefusedAndNotRepeated() {
    assertThatThrownBy(() -> BrokerAddress.parse("amqp://guest:s3cret@localhost"))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("BROKER_API_PASSWORD")
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void theDefaultAccountIsForThisMachineOnly() throws BadInputException {
    assertThat(BrokerCredentials.from(Map.of(), "127.0.0.1")).isEqualTo(GUEST);
    assertThatThrownBy(() -> BrokerCredentials.from(Map.of(), "192.0.2.1"))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("set BROKER_API_USER and BROKER_API_PASSWORD");
  }

  @Test
  void credentialsComeFromTheEnvironmentAndStayHidden() throws BadInputException {
    Map<String, String> env = Map.of("BROKER_API_USER", "me", "BROKER_API_PASSWORD", "s3cret");

    BrokerCredentials credentials = BrokerCredentials.from(env, "192.0.2.1");

    assertThat(credentials).isEqualTo(new BrokerCredentials("me", "s3cret"));
    assertThat(credentials.toString()).doesNotContain("me", "s3cret");
    assertThatThrownBy(() -> BrokerCredentials.from(Map.of("BROKER_API_USER", "me"), "localhost"))
        .hasMessageContaining("only one is set");
  }
}
