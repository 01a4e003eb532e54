package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import pipeline.consumer.amqp.Health;
import pipeline.consumer.store.Room;

/** A run ends when its queue stays empty, and a full store is told of. */
class MonitorTest {
  private final Monitor.IdleWatch watch = new Monitor.IdleWatch(10);
  private final Health health = new Health(System::nanoTime);

  @Test
  void aQueueThatStaysEmptyIsIdleAfterTheWholeLimit() {
    assertThat(watch.isOver(100, 5, true)).isFalse();
    assertThat(watch.isOver(109, 5, true)).isFalse();
    assertThat(watch.isOver(110, 5, true)).isTrue();
  }

  @Test
  void aDeliveryStartsItAgain() {
    watch.isOver(100, 5, true);
    assertThat(watch.isOver(109, 6, true)).isFalse();
    assertThat(watch.isOver(118, 6, true)).isFalse();
    assertThat(watch.isOver(119, 6, true)).isTrue();
  }

  @Test
  void somethingInTheQueueStartsItAgain() {
    watch.isOver(100, 5, true);
    assertThat(watch.isOver(109, 5, false)).isFalse();
    assertThat(watch.isOver(115, 5, true)).isFalse();
    assertThat(watch.isOver(119, 5, true)).isTrue();
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
