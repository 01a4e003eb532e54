package pipeline.spring;

import org.springframework.amqp.core.Queue;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/**
 * The application: profile {@code confirmed} waits for the broker, {@code unconfirmed} does not,
 * and {@code nothing} does not publish.
 */
@SpringBootApplication
public class SpringPeer {

  public static void main(String[] args) {
    SpringApplication.run(SpringPeer.class, args);
  }

  @Bean
  Queue words(@Value("${queue}") String name) {
    return new Queue(name);
  }
}
