package pipeline.spring;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.core.MessageDeliveryMode;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.connection.CorrelationData;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Profile;

/** The application, with a profile for each way to publish. */
@SpringBootApplication
public class SpringPeer {
  private static final long CONFIRM_SECONDS = 5;

  /** Sends what a request adds to the counts to the queue, as one message. */
  interface CountPublisher {
    void send(Map<String, Integer> counts) throws Exception;
  }

  public static void main(String[] args) {
    SpringApplication.run(SpringPeer.class, args);
  }

  @Bean
  Queue words(@Value("${queue}") String name) {
    return new Queue(name);
  }

  /** Publishes persistent (Spring's default), mandatory messages and waits for each confirm. */
  @Bean
  @Profile("confirmed")
  CountPublisher confirmed(RabbitTemplate template, Queue queue) {
    return counts -> {
      CorrelationData sent = new CorrelationData(UUID.randomUUID().toString());
      template.convertAndSend("", queue.getName(), counts, sent);
      CorrelationData.Confirm confirm = sent.getFuture().get(CONFIRM_SECONDS, TimeUnit.SECONDS);
      if (!confirm.ack() || sent.getReturned() != null) {
        throw new AmqpException("the broker did not take the message");
      }
    };
  }

  /** Publishes transient messages without confirms, as the reference design does. */
  @Bean
  @Profile("unconfirmed")
  CountPublisher unconfirmed(RabbitTemplate template, Queue queue) {
    return counts ->
        template.convertAndSend(
            queue.getName(),
            counts,
            message -> {
              message.getMessageProperties().setDeliveryMode(MessageDeliveryMode.NON_PERSISTENT);
              return message;
            });
  }

  /** Publishes nothing, as the fourth report's servers do. */
  @Bean
  @Profile("nothing")
  CountPublisher nothing() {
    return counts -> {};
  }
}
