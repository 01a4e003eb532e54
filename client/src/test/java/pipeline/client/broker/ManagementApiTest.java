package pipeline.client.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static pipeline.client.broker.StubBroker.GUEST;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ManagementApiTest {
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
  void theManagementApiTellsEverything() throws IOException {
    broker.answerAsManagementApi();

    BrokerReading reading = broker.management().read();

    assertThat(reading.ready()).hasValue(2);
    assertThat(reading.unacked()).hasValue(7);
    assertThat(reading.memoryBytes()).hasValue(150);
    assertThat(reading.counters())
        .containsEntry(BrokerCounter.CONFIRM, new BrokerReading.Count(12, 1795230841000L))
        .containsEntry(BrokerCounter.PUBLISH, new BrokerReading.Count(30, 1795230842000L))
        .containsEntry(BrokerCounter.DELIVER, new BrokerReading.Count(21, 1795230841000L))
        .containsEntry(BrokerCounter.ACK, new BrokerReading.Count(0, 1795230842000L));
    assertThat(reading.alarms()).hasValue(List.of("memory alarm on a@h", "disk alarm on b@h"));
  }

  @Test
  void anAbsentQueueIsNotAnEmptyOne() throws IOException {
    broker.answerAsManagementApi();
    broker.answer("/api/queues/%2F/my%20queue", "");

    BrokerReading reading = broker.management().read();

    assertThat(reading.ready()).isEmpty();
    assertThat(reading.unacked()).isEmpty();
    assertThat(reading.memoryBytes()).isPresent();
    assertThat(reading.counters()).isEmpty();
  }

  @Test
  void aBrokerToldToCountNothingCountsNothing() throws IOException {
    broker.answerAsManagementApi();
    broker.answer("/api/overview", "{\"management_version\":\"3.10.8\",\"rates_mode\":\"none\"}");
    broker.answer("/api/queues/%2F/my%20queue", "{\"messages_ready\":2}");

    BrokerReading reading = broker.management().read();

    assertThat(reading.counters()).isEmpty();
    assertThat(reading.ready()).hasValue(2);
  }

  @Test
  void theQueueIsThatOfItsVirtualHost() throws IOException {
    broker.answerAsManagementApi();
    broker.answer("/api/queues/a%2Fb%20c/my%20queue", "{\"messages_ready\":77}");

    assertThat(broker.management("a/b c", GUEST).read().ready()).hasValue(77);
  }

  @Test
  void whereTheFirstCredentialsAreRefusedTheNextAreTried() throws IOException {
    broker.answerAsManagementApi();
    BrokerCredentials monitor = new BrokerCredentials("monitor", "s3cret");
    broker.admit(monitor);
    ManagementApi source = broker.management("/", GUEST, monitor);

    source.read();
    int once = broker.asked();
    source.read();

    assertThat(once).isEqualTo(4);
    assertThat(broker.asked()).as("asked as the second at once").isEqualTo(4 + 3);
  }

  @Test
  void refusedCredentialsAreSaidToBeAndNotRepeated() throws IOException {
    broker.answerAsManagementApi();

    assertThatThrownBy(() -> broker.management("/", new BrokerCredentials("me", "s3cret")).read())
        .hasMessage("%s answers 401: it refuses the credentials", broker.url());
  }
}
