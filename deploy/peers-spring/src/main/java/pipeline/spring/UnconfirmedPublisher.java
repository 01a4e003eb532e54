package pipeline.spring;

import java.util.Map;
import org.springframework.amqp.core.MessageDeliveryMode;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Publishes transient messages without confirms, as the reference design does. */
@Component
@Profile("unconfirmed")
class UnconfirmedPublisher implements CountPublisher {
  private final RabbitTemplate template;
  private final String queue;

  UnconfirmedPublisher(RabbitTemplate template, Queue queue) {
    this.template = template;
    this.queue = queue.getName();
  }

  @Override
  public void send(Map<String, Integer> counts) {
    template.convertAndSend(
        queue,
        counts,
        message -> {
          message.getMessageProperties().setDeliveryMode(MessageDeliveryMode.NON_PERSISTENT);
          return message;
        });
  }
}
