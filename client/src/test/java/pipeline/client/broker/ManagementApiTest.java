package pipeline.client.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a broker's management API tells is read as the broker means it. */
class ManagementApiTest {
  private final StubBroker broker = new StubBroker();

  @BeforeEach
  void start() {
    broker.answerAsManagementApi();
  }

  @AfterEach
  void stop() {
    broker.close();
  }

  @Test
  void theManagementApiTellsEverything() throws IOException {
    BrokerReading reading = broker.management().read();

    assertThat(reading.ready()).hasValue(2);
    assertThat(reading.unacked()).hasValue(7);
    assertThat(reading.memoryBytes()).hasValue(150);
    assertThat(reading.counters())
        .containsEntry("confirm", new BrokerReading.Count(12, 1795230841000L))
        .containsEntry("publish", new BrokerReading.Count(30, 1795230842000L))
        .containsEntry("deliver", new BrokerReading.Count(21, 1795230840000L))
        .containsEntry("ack", new BrokerReading.Count(0, 1795230842000L));
    assertThat(reading.alarms()).hasValue(List.of("memory alarm on a@h", "disk alarm on b@h"));
  }

  @Test
  void aBrokerToldToCountNothingCountsNothing() throws IOException {
    broker.answer("/api/overview", "{\"management_version\":\"3.10.8\",\"rates_mode\":\"none\"}");
    broker.answer("/api/queues/%2F/my%20queue", "{\"messages_ready\":2}");

    BrokerReading reading = broker.management().read();

    assertThat(reading.counters()).isEmpty();
    assertThat(reading.ready()).hasValue(2);
  }

  @Test
  void theQueueIsThatOfItsVirtualHost() throws IOException {
    broker.answer("/api/queues/a%2Fb%20c/my%20queue", "{\"messages_ready\":77}");

    assertThat(broker.management("guest", "a/b c", broker.url()).read().ready()).hasValue(77);
  }

  @Test
  void whereANodeDoesNotAnswerTheNextIsAsked() throws IOException {
    ManagementApi api = broker.management("guest", "/", "http://localhost:1", broker.url());

    assertThat(api.read().ready()).hasValue(2);
    assertThat(api.description()).isEqualTo("RabbitMQ's management API at " + broker.url());
    broker.answer("/api/overview", "{\"management_version\":\"4.3.0\",\"disable_stats\":true}");
    assertThatThrownBy(api::read)
        .hasMessageStartingWith(broker.url() + " collects no statistics; http://localhost:1 does");
  }

  @Test
  void refusedCredentialsAreSaidToBeAndNotRepeated() {
    assertThatThrownBy(() -> broker.management("s3cret", "/", broker.url()).read())
        .hasMessage(
            "%s answers 401: it refuses the credentials, set BROKER_API_USER and"
                + " BROKER_API_PASSWORD",
            broker.url());
  }
}
