package pipeline.server.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Each message gets its own confirm, once, whatever the broker says and in whatever order. */
class ConfirmTrackerTest {
  private static final PublishResult GONE = PublishResult.failed("gone");

  private final ConfirmTracker tracker = new ConfirmTracker();
  private final CompletableFuture<PublishResult> second = tracker.expect(2);

  @Test
  void confirmsOfOtherMessagesAreIgnored() {
    tracker.acked(1, true);
    tracker.nacked(1, false);
    tracker.acked(3, false);
    assertThat(second).isNotDone();
    assertThat(tracker.isSettled()).isFalse();
    tracker.acked(2, false);
    assertThat(second).isCompletedWithValue(PublishResult.CONFIRMED);
    assertThat(tracker.isSettled()).isTrue();
  }

  @Test
  void multipleEndsAllUpToItOnceAndNoLaterOne() {
    tracker.acked(3, true);
    tracker.nacked(2, false);
    assertThat(second).isCompletedWithValue(PublishResult.CONFIRMED);
    CompletableFuture<PublishResult> fourth = tracker.expect(4);
    tracker.acked(3, true);
    assertThat(fourth).isNotDone();
    tracker.nacked(4, true);
    assertThat(fourth.join().confirmed()).isFalse();
  }

  @Test
  void aReturnIsARefusalBeforeAnAckAndIgnoredAfterANackAsOfQpid() {
    tracker.returned(2, "NO_ROUTE");
    tracker.acked(2, true);
    assertThat(second.join().reason()).contains("NO_ROUTE");
    CompletableFuture<PublishResult> third = tracker.expect(3);
    tracker.nacked(3, false);
    tracker.returned(3, "NO_ROUTE");
    assertThat(third.join().reason()).contains("nack");
  }

  @Test
  void aClosedChannelRefusesWhatWaitsAndWhatComesWhateverFollows() {
    tracker.closed(GONE);
    tracker.acked(2, true);
    assertThat(second.join()).isEqualTo(GONE);
    assertThat(tracker.expect(3).join()).isEqualTo(GONE);
    assertThat(tracker.isSettled()).isTrue();
  }
}
