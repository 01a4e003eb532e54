package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MonitorTest {
  private final Monitor.IdleWatch watch = new Monitor.IdleWatch(10);

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
}
