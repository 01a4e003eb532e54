package pipeline.server.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Each message gets its own confirm, once, whatever the order and number of what the broker says.
 */
class ConfirmTrackerTest {
  private static final PublishResult GONE = PublishResult.failed("gone");

  private final ConfirmTracker tracker = new ConfirmTracker();
  private final CompletableFuture<PublishResult> first = tracker.expect(1);
  private final CompletableFuture<PublishResult> second = tracker.expect(2);
  private final CompletableFuture<PublishResult> third = tracker.expect(3);

  @Test
  void confirmsOutOfOrderEndTheirOwnMessages() {
    tracker.acked(2, false);
    assertThat(second).isCompletedWithValue(PublishResult.CONFIRMED);
    assertThat(first).isNotDone();
    assertThat(third).isNotDone();
    tracker.acked(1, false);
    assertThat(first).isCompletedWithValue(PublishResult.CONFIRMED);
    assertThat(tracker.isSettled()).isFalse();
  }

  @Test
  void multipleEndsAllUpToItOnceAndNoLaterOne() {
    tracker.nacked(1, false);
    tracker.acked(2, true);
    assertThat(first.join().confirmed()).isFalse();
    assertThat(second).isCompletedWithValue(PublishResult.CONFIRMED);
    assertThat(third).isNotDone();
    tracker.nacked(3, true);
    assertThat(third.join().confirmed()).isFalse();
    assertThat(tracker.isSettled()).isTrue();
  }

  @Test
  void returnBeforeAckIsARefusal() {
    tracker.returned(2, "NO_ROUTE");
    tracker.acked(3, true);
    assertThat(first.join().confirmed()).isTrue();
    assertThat(second.join().confirmed()).isFalse();
    assertThat(second.join().reason()).contains("NO_ROUTE");
    assertThat(third.join().confirmed()).isTrue();
  }

  @Test
  void returnAfterNackAsQpidDoesIsIgnored() {
    tracker.nacked(1, false);
    tracker.returned(1, "NO_ROUTE");
    assertThat(first.join().reason()).contains("nack");
    assertThat(second).isNotDone();
  }

  @Test
  void closedChannelRefusesAllThatWaitsAndAllThatComes() {
    tracker.acked(1, false);
    tracker.closed(GONE);
    assertThat(first.join().confirmed()).isTrue();
    assertThat(second.join()).isEqualTo(GONE);
    assertThat(tracker.expect(4).join()).isEqualTo(GONE);
    assertThat(tracker.isSettled()).isTrue();
  }

  @Test
  void lateOrForeignConfirmIsIgnored() {
    tracker.closed(GONE);
    tracker.acked(3, true);
    tracker.nacked(99, false);
    assertThat(second.join()).isEqualTo(GONE);
  }
}
