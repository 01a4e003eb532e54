package pipeline.lab.system;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BrokerCountersTest {
  @Test
  void addsUpProtocolsAndTypesOfQueuesAndNothingElse() {
    BrokerCounters counters =
        BrokerCounters.parse(
            """
            # TYPE rabbitmq_global_messages_received_total counter
            rabbitmq_global_messages_received_total{protocol="amqp091"} 30
            rabbitmq_global_messages_received_total{protocol="amqp10"} 2
            rabbitmq_global_messages_received_confirm_total{protocol="amqp091"} 999
            rabbitmq_global_messages_delivered_total{protocol="amqp091",queue_type="rabbit_classic_queue"} 1.5e2
            rabbitmq_global_messages_delivered_total{protocol="amqp091",queue_type="rabbit_quorum_queue"} 7
            rabbitmq_global_messages_acknowledged_total{protocol="amqp091"} 5
            """);

    assertThat(counters).isEqualTo(new BrokerCounters(32, 157, 5));
    assertThat(counters.since(new BrokerCounters(30, 100, 5)))
        .isEqualTo(new BrokerCounters(2, 57, 0));
  }
}
