package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.consumer.amqp.Health;
import pipeline.consumer.store.Room;

/** A run ends when its queue stays empty, and a full store is told of. */
class MonitorTest {
  private final Monitor.IdleWatch watch = new Monitor.IdleWatch(10);
  private final Health health = new Health(System::nanoTime);

  @ParameterizedTest
  @CsvSource({
    "5, true, 110",
    "6, true, 119", // a delivery starts it again
    "5, false, 119", // so does something in the queue
  })
  void aQueueIsIdleWhenItHasStayedEmptyForTheWholeLimit(long deliveries, boolean quiet, long end) {
    assertThat(watch.isOver(100, 5, true)).isFalse();
    assertThat(watch.isOver(109, deliveries, quiet)).isFalse();
    assertThat(watch.isOver(end - 1, deliveries, true)).isFalse();
    assertThat(watch.isOver(end, deliveries, true)).isTrue();
  }

  @Test
  void aStoreWithoutRoomIsToldOfUntilItHasRoom() {
    health.works(Health.Part.BROKER);
    Monitor.tellOfRoom(Optional.of(new Room(9, 9, "more of it is needed")), health);
    assertThat(health.trouble()).contains("more of it is needed");
    Monitor.tellOfRoom(Optional.of(new Room(9, 10, "more of it is needed")), health);
    assertThat(health.trouble()).isEmpty();

    Monitor.tellOfRoom(Optional.of(new Room(10, 9, "more of it is needed")), health);
    Monitor.tellOfRoom(Optional.empty(), health);
    assertThat(health.trouble()).isEmpty();
  }
}
