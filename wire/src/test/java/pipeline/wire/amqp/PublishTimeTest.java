package pipeline.wire.amqp;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.impl.AMQImpl;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PublishTimeTest {
  private static final long MICROS = 1_790_000_000_123_456L;

  @Test
  void itCrossesTheWireToTheMicrosecondAndAsAPropertyOfWholeSeconds() throws Exception {
    byte[] header =
        PublishTime.stamp(new BasicProperties.Builder(), MICROS).build().toFrame(1, 0).getPayload();
    BasicProperties read =
        (BasicProperties)
            AMQImpl.readContentHeaderFrom(new DataInputStream(new ByteArrayInputStream(header)));
    assertThat(PublishTime.micros(read)).hasValue(MICROS);
    assertThat(read.getTimestamp()).isEqualTo(Date.from(Instant.ofEpochSecond(1_790_000_000)));
  }

  @Test
  void whatAnotherPublisherSaysInsteadIsNoTime() {
    assertThat(PublishTime.micros(new BasicProperties())).isEmpty();
    for (Object other : new Object[] {-1L, Long.MIN_VALUE, 7, "now"}) {
      assertThat(
              PublishTime.micros(
                  new BasicProperties.Builder().headers(Map.of(PublishTime.HEADER, other)).build()))
          .as("%s", other)
          .isEmpty();
    }
  }
}
