package pipeline.client.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static pipeline.client.broker.StubBroker.BY_CHANNEL;
import static pipeline.client.broker.StubBroker.BY_QUEUE;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pipeline.client.input.BadInputException;

class FirstAnsweringTest {
  private StubBroker broker;

  @BeforeEach
  void start() throws IOException {
    broker = new StubBroker();
  }

  @AfterEach
  void stop() {
    broker.close();
  }

  @Test
  void aBrokerThatCollectsNoStatisticsIsAskedElsewhere() throws IOException {
    broker.answer("/api/overview", "{\"management_version\":\"4.3.0\",\"disable_stats\":true}");
    broker.answerAsPlugin(BY_QUEUE);
    FirstAnswering source = byHand(broker.management(), broker.prometheus());

    source.read();

    assertThat(source.description()).startsWith("RabbitMQ's Prometheus plugin");
  }

  @Test
  void theFirstWayThatAnswersIsKept() throws IOException {
    broker.answerAsPlugin(BY_CHANNEL);
    FirstAnswering source = byHand(broker.management(), broker.prometheus());

    assertThat(source.read().counters()).hasSize(5);
    broker.answerAsManagementApi();
    source.read();

    assertThat(source.description()).startsWith("RabbitMQ's Prometheus plugin");
  }

  @Test
  void aPluginIsTrustedWithoutItsBrokersWordOnlyBesideItsUsualPort() throws Exception {
    broker.answerAsPlugin(BY_CHANNEL);
    PassiveDeclare usual = amqp("amqp://192.0.2.1:5672");
    PassiveDeclare unusual = amqp("amqp://192.0.2.1:5673");

    assertThat(
            new FirstAnswering(List.of(broker.prometheus(), usual), Optional.of(usual))
                .read()
                .ready())
        .hasValue(5);
    assertThatThrownBy(
            () ->
                new FirstAnswering(List.of(broker.prometheus(), unusual), Optional.of(unusual))
                    .read())
        .hasMessageStartingWith(
            "RabbitMQ's Prometheus plugin at %s may be of another broker than"
                + " amqp://192.0.2.1:5673: set BROKER_API_USER",
            broker.url());
  }

  @Test
  void whereNothingAnswersEveryReasonIsTold() {
    FirstAnswering source = byHand(broker.management(), broker.prometheus());

    assertThatThrownBy(source::read)
        .isInstanceOf(IOException.class)
        .hasMessage(
            "%1$s is not RabbitMQ's management API; %1$s is not RabbitMQ's Prometheus plugin",
            broker.url());
  }

  @Test
  void aDeadPortIsAnAnswerOfNothing() throws Exception {
    BrokerCredentials credentials = new BrokerCredentials("me", "s3cret");
    URI dead = URI.create("http://localhost:1");
    FirstAnswering source =
        byHand(
            new ManagementApi(new BrokerHttp(dead, List.of(credentials)), "/", "q"),
            new PassiveDeclare(
                BrokerAddress.parse("amqp://localhost:1"), "/", List.of(credentials), "q"));

    assertThatThrownBy(source::read)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("http://localhost:1 does not answer")
        .hasMessageContaining("amqp://localhost:1 does not tell the depth of q")
        .hasMessageNotContaining("s3cret");
  }

  private static FirstAnswering byHand(BrokerSource... sources) {
    return new FirstAnswering(List.of(sources), Optional.empty());
  }

  /**
   * An AMQP source without credentials, which asks nothing of the address; nothing listens there.
   */
  private static PassiveDeclare amqp(String address) throws BadInputException {
    return new PassiveDeclare(BrokerAddress.parse(address), "/", List.of(), "my queue");
  }
}
