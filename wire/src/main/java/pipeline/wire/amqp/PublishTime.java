package pipeline.wire.amqp;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * The time at which a message was published. The message carries it twice: as the property {@code
 * timestamp}, which AMQP defines in whole seconds and management tools show, and as a header in
 * microseconds since 1970, which the consumer computes with.
 */
public final class PublishTime {
  static final String HEADER = "timestamp_in_us";

  private PublishTime() {}

  /** This machine's clock, in microseconds since 1970. */
  public static long nowMicros() {
    Instant now = Instant.now();
    return TimeUnit.SECONDS.toMicros(now.getEpochSecond())
        + TimeUnit.NANOSECONDS.toMicros(now.getNano());
  }

  /** Stamps a message, in place of any headers that it has. */
  public static BasicProperties.Builder stamp(BasicProperties.Builder message, long micros) {
    return message
        .timestamp(Date.from(Instant.ofEpochMilli(TimeUnit.MICROSECONDS.toMillis(micros))))
        .headers(Map.of(HEADER, micros));
  }

  /**
   * The time of publishing in microseconds since 1970; empty if the publisher has not told it, or
   * not as a time.
   */
  public static OptionalLong micros(BasicProperties message) {
    return message.getHeaders() != null
            && message.getHeaders().get(HEADER) instanceof Long micros
            && micros >= 0
        ? OptionalLong.of(micros)
        : OptionalLong.empty();
  }
}
