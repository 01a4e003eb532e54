package pipeline.spring;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.connection.CorrelationData;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Publishes persistent (Spring's default), mandatory messages and waits for each confirm. */
@Component
@Profile("confirmed")
class ConfirmedPublisher implements CountPublisher {
  private static final long CONFIRM_SECONDS = 5;

  private final RabbitTemplate template;
  private final String queue;

  ConfirmedPublisher(RabbitTemplate template, Queue queue) {
    this.template = template;
    this.queue = queue.getName();
  }

  @Override
  public void send(Map<String, Integer> counts) throws Exception {
    CorrelationData sent = new CorrelationData(UUID.randomUUID().toString());
    template.convertAndSend("", queue, counts, sent);
    CorrelationData.Confirm confirm = sent.getFuture().get(CONFIRM_SECONDS, TimeUnit.SECONDS);
    if (!confirm.isAck() || sent.getReturned() != null) {
      throw new AmqpException("the broker did not take the message");
    }
  }
}
