package pipeline.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BrokerFiguresTest {
  @Test
  void addsUpProtocolsAndTypesOfQueuesAndNothingElse() {
    BrokerFigures.Counters counters =
        BrokerFigures.Counters.parse(
            """
            # TYPE rabbitmq_global_messages_received_total counter
            rabbitmq_global_messages_received_total{protocol="amqp091"} 30
            rabbitmq_global_messages_received_total{protocol="amqp10"} 2
            rabbitmq_global_messages_received_confirm_total{protocol="amqp091"} 999
            rabbitmq_global_messages_delivered_total{protocol="amqp091",queue_type="rabbit_classic_queue"} 1.5e2
            rabbitmq_global_messages_delivered_total{protocol="amqp091",queue_type="rabbit_quorum_queue"} 7
            rabbitmq_global_messages_acknowledged_total{protocol="amqp091"} 5
            """);

    assertThat(counters).isEqualTo(new BrokerFigures.Counters(32, 157, 5));
    assertThat(counters.since(new BrokerFigures.Counters(30, 100, 5)))
        .isEqualTo(new BrokerFigures.Counters(2, 57, 0));
  }

  @Test
  void readyAndUnackedMessagesOfTheQueuesThatAreAskedForAreAddedUp() {
    String text =
        """
        # TYPE rabbitmq_detailed_queue_messages_ready gauge
        rabbitmq_detailed_queue_messages_ready{vhost="/",queue="wordcount"} 1
        rabbitmq_detailed_queue_messages_unacked{vhost="/",queue="wordcount"} 10000
        rabbitmq_detailed_queue_messages{vhost="/",queue="wordcount"} 10001
        rabbitmq_detailed_queue_messages{vhost="/",queue="wordcount.dead"} 7
        rabbitmq_detailed_queue_messages{vhost="/",queue="swipes"} 2
        """;
    assertThat(BrokerFigures.messages(text, List.of("wordcount", "swipes", "absent")))
        .isEqualTo(10_003);
    assertThat(BrokerFigures.messages("", List.of("wordcount"))).isZero();
  }
}
