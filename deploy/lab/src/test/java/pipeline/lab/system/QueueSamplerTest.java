package pipeline.lab.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class QueueSamplerTest {
  private static final String TEXT =
      """
      # TYPE rabbitmq_detailed_queue_messages_ready gauge
      rabbitmq_detailed_queue_messages_ready{vhost="/",queue="wordcount"} 1
      rabbitmq_detailed_queue_messages_unacked{vhost="/",queue="wordcount"} 10000
      rabbitmq_detailed_queue_messages{vhost="/",queue="wordcount"} 10001
      rabbitmq_detailed_queue_messages{vhost="/",queue="wordcount.dead"} 7
      rabbitmq_detailed_queue_messages{vhost="/",queue="swipes"} 2
      """;

  @Test
  void readyAndUnackedMessagesOfTheQueuesThatAreAskedForAreAddedUp() {
    assertThat(QueueSampler.messages(TEXT, List.of("wordcount", "swipes", "absent")))
        .isEqualTo(10_003);
    assertThat(QueueSampler.messages("", List.of("wordcount"))).isZero();
  }
}
