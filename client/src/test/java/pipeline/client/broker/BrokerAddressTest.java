package pipeline.client.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.input.BadInputException;

class BrokerAddressTest {
  private static final BrokerCredentials GUEST = new BrokerCredentials("guest", "guest");

  @Test
  void anHttpAddressIsThatOfEitherPlugin() throws BadInputException {
    assertThat(waysToAsk("http://localhost:15672/", Map.of()))
        .containsExactly(
            "RabbitMQ's Prometheus plugin at http://localhost:15672",
            "RabbitMQ's management API at http://localhost:15672",
            "RabbitMQ's Prometheus plugin at http://localhost:15692",
            "a passive declare at amqp://localhost:5672");
  }

  @Test
  void pluginsAreLookedForAtTheUsualPortsOfAnAmqpAddress() throws BadInputException {
    assertThat(waysToAsk("amqp://broker:10456/pipeline", Map.of()))
        .containsExactly(
            "RabbitMQ's Prometheus plugin at http://broker:15692",
            "RabbitMQ's management API at http://broker:15672",
            "a passive declare at amqp://broker:10456");
  }

  @Test
  void encryptionIsKeptForPasswordsThatGoToAnotherMachine() throws BadInputException {
    assertThat(waysToAsk("amqps://192.0.2.1", Map.of()))
        .containsExactly(
            "RabbitMQ's Prometheus plugin at https://192.0.2.1:15691",
            "RabbitMQ's Prometheus plugin at http://192.0.2.1:15692",
            "RabbitMQ's management API at https://192.0.2.1:15671",
            "a passive declare at amqps://192.0.2.1:5671");
    assertThat(waysToAsk("amqps://localhost", Map.of()))
        .contains("RabbitMQ's management API at http://localhost:15672");
  }

  @Test
  void nodesOfAClusterAreAskedForTheirPartsOrEachForAll() throws BadInputException {
    assertThat(waysToAsk("amqp://one:5672,two:5673/pipeline", Map.of()))
        .containsExactly(
            "RabbitMQ's Prometheus plugin at http://one:15692, http://two:15692",
            "RabbitMQ's management API at http://one:15672",
            "RabbitMQ's management API at http://two:15672",
            "a passive declare at amqp://one:5672,two:5673");
    assertThat(waysToAsk("http://one:1,http://one:2", Map.of()))
        .containsExactly(
            "RabbitMQ's Prometheus plugin at http://one:1, http://one:2",
            "RabbitMQ's management API at http://one:1",
            "RabbitMQ's management API at http://one:2",
            "RabbitMQ's Prometheus plugin at http://one:15692",
            "a passive declare at amqp://one:5672");
  }

  @Test
  void withoutAnAddressTheBrokerIsThatOfTheEnvironment() throws BadInputException {
    Map<String, String> env = Map.of("RABBITMQ_URL", "amqp://me:s3%2Fcret@broker:5673/pipe%2Fline");

    assertThat(BrokerSources.find(Optional.empty(), env, "q", () -> 0).orElseThrow().candidates())
        .extracting(BrokerSource::description)
        .containsExactly(
            "RabbitMQ's Prometheus plugin at http://broker:15692",
            "RabbitMQ's management API at http://broker:15672",
            "a passive declare at amqp://broker:5673");
    assertThat(BrokerSources.find(Optional.empty(), Map.of(), "q", () -> 0)).isEmpty();
    assertThat(BrokerAddress.amqp(env.get("RABBITMQ_URL")).orElseThrow())
        .hasToString("BrokerAddress[nodes=[amqp://broker:5673/pipe%2Fline]]")
        .extracting(BrokerAddress::virtualHost)
        .isEqualTo(Optional.of("pipe/line"));
  }

  @Test
  void anAddressComesBeforeTheEnvironment() throws BadInputException {
    Map<String, String> env = Map.of("RABBITMQ_URL", "amqp://me:s3cret@broker:5673");

    assertThat(waysToAsk("http://another:8080", env))
        .containsExactly(
            "RabbitMQ's Prometheus plugin at http://another:8080",
            "RabbitMQ's management API at http://another:8080",
            "RabbitMQ's Prometheus plugin at http://another:15692",
            "a passive declare at amqp://broker:5673");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://me:s3cret@broker",
        "amqp://",
        "amqp://me:s3cret@",
        "amqp://me:%zzs3cret@broker",
        "amqp://me:s3cret@broker/a/b",
        "me:s3cret@broker"
      })
  void aBadUrlInTheEnvironmentIsNotRepeated(String url) {
    Map<String, String> env = Map.of("RABBITMQ_URL", url);

    assertThatThrownBy(() -> BrokerSources.find(Optional.empty(), env, "q", () -> 0))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("RABBITMQ_URL is not of the form amqp[s]://USER:PASSWORD@HOST:PORT")
        .hasMessageNotContaining("s3cret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost:15672", "ftp://a", "http://", "http://a?b", "http://a b", ""})
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> BrokerAddress.parse(text))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--broker-api must look like http://host:15672");
  }

  @Test
  void aHostMayHaveUnderscores() throws BadInputException {
    assertThat(waysToAsk("amqp://rabbit_mq:10456,rabbit_2/pipeline", Map.of()))
        .containsExactly(
            "RabbitMQ's Prometheus plugin at http://rabbit_mq:15692, http://rabbit_2:15692",
            "RabbitMQ's management API at http://rabbit_mq:15672",
            "RabbitMQ's management API at http://rabbit_2:15672",
            "a passive declare at amqp://rabbit_mq:10456,rabbit_2:5672");
    assertThat(waysToAsk("http://rabbit_mq:15672", Map.of()))
        .contains(
            "RabbitMQ's management API at http://rabbit_mq:15672",
            "a passive declare at amqp://rabbit_mq:5672");
  }

  @ParameterizedTest
  @ValueSource(strings = {"amqp://broker:5672/", "amqps://one,two/"})
  void aLastSlashNamesAVhostWithoutAName(String url) {
    assertThatThrownBy(() -> BrokerAddress.parse(url))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--broker-api has a vhost without a name after its last slash");
    assertThatThrownBy(
            () -> BrokerSources.find(Optional.empty(), Map.of("RABBITMQ_URL", url), "q", () -> 0))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("RABBITMQ_URL has a vhost without a name after its last slash");
  }

  @Test
  void noVhostHasAControlCharacter() {
    assertThatThrownBy(() -> BrokerAddress.parse("amqp://broker/words%0d"))
        .hasMessage("--broker-api has a control character (U+000D), which no setting may have");
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
    assertThat(BrokerCredentials.from(Map.of(), "", true)).containsExactly(GUEST);
    assertThat(BrokerCredentials.from(Map.of(), "", false)).isEmpty();
    assertThat(BrokerAddress.parse("http://127.0.0.1:1").isLoopback()).isTrue();
    assertThat(BrokerAddress.parse("http://[::1]:1").isLoopback()).isTrue();
    assertThat(BrokerAddress.parse("amqp://127.0.0.1:1,192.0.2.1:1").isLoopback()).isFalse();
  }

  @Test
  void credentialsComeFromTheBrokersUrlThenFromTheirVariablesAndStayHidden()
      throws BadInputException {
    Map<String, String> env = Map.of("BROKER_API_USER", "me", "BROKER_API_PASSWORD", "s3cret");

    List<BrokerCredentials> credentials =
        BrokerCredentials.from(env, "amqp://a%40b:p%3A+@broker", true);

    assertThat(credentials)
        .containsExactly(
            new BrokerCredentials("a@b", "p:+"), new BrokerCredentials("me", "s3cret"));
    assertThat(credentials.toString()).doesNotContain("me", "s3cret", "a@b", "p:+");
    assertThatThrownBy(() -> BrokerCredentials.from(Map.of("BROKER_API_USER", "me"), "", true))
        .hasMessageContaining("only one is set");
  }

  private static List<String> waysToAsk(String address, Map<String, String> env)
      throws BadInputException {
    Optional<BrokerAddress> asked = Optional.of(BrokerAddress.parse(address));
    return BrokerSources.find(asked, env, "q", () -> 0).orElseThrow().candidates().stream()
        .map(BrokerSource::description)
        .toList();
  }
}
