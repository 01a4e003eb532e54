package pipeline.client.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A pause lasts until the queue is known to be empty, a limit, or a stop. */
@Timeout(30)
class CoolDownTest {
  private static final long SECOND = 1_000_000_000;

  private final AtomicLong clock = new AtomicLong();
  private final StopSignal stop = new StopSignal();

  @Test
  void lastsUntilTheQueueIsEmpty() throws InterruptedException {
    Queue<Optional<QueueDepth.Depth>> depths =
        new ArrayDeque<>(List.of(depth(9, 0), Optional.empty(), depth(0, 0)));
    QueueDepth queue =
        () -> {
          clock.addAndGet(SECOND);
          return depths.remove();
        };

    assertThat(coolDown(Optional.of(queue), Optional.empty()).await()).hasValue(3);
  }

  @Test
  void aZeroFromBeforeThePauseDoesNotEndIt() throws InterruptedException {
    clock.set(7 * SECOND);
    QueueDepth sampledTwoSecondsAgo =
        () -> depth(0, clock.addAndGet(SECOND) - 2 * SECOND); // the first sample is of second 6

    assertThat(coolDown(Optional.of(sampledTwoSecondsAgo), Optional.empty()).await()).hasValue(2);
  }

  @Test
  void givesUpAQueueThatIsNeverEmpty() throws InterruptedException {
    QueueDepth queue =
        () -> {
          clock.addAndGet(SECOND);
          return depth(1, clock.get());
        };

    assertThat(coolDown(Optional.of(queue), Optional.of(Duration.ofSeconds(2))).await()).isEmpty();
    assertThat(clock).hasValue(2 * SECOND);
  }

  @Test
  void aStopEndsIt() throws InterruptedException {
    stop.request("interrupted");
    QueueDepth queue = () -> depth(1, clock.get());

    assertThat(coolDown(Optional.of(queue), Optional.empty()).await()).isEmpty();
    assertThat(coolDown(Optional.empty(), Optional.of(Duration.ofHours(1))).await()).isEmpty();
  }

  private static Optional<QueueDepth.Depth> depth(long messages, long sinceNanos) {
    return Optional.of(new QueueDepth.Depth(messages, sinceNanos));
  }

  private CoolDown coolDown(Optional<QueueDepth> queue, Optional<Duration> asked) {
    return new CoolDown(queue, asked, stop, clock::get);
  }
}
