package pipeline.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** No two lines without a key get one identity, and no run of the server grows old. */
class RequestKeysTest {
  private static final long DAY = Duration.ofDays(1).toMillis();

  private final AtomicLong wall =
      new AtomicLong(Instant.parse("2026-11-26T12:00:00Z").toEpochMilli());
  private final List<RunId> seen = new ArrayList<>();
  private final RequestKeys keys = new RequestKeys(wall::get);

  /** Checks the first of a request's keys: its number, of the run that was seen as nth. */
  private void assertNext(int number, int run, int seq) {
    RequestKey key = keys.next(number);
    if (!seen.contains(key.run())) {
      seen.add(key.run());
    }
    assertThat(key).isEqualTo(new RequestKey(seen.get(run), seq));
  }

  @Test
  void theKeysOfARequestFollowEachOtherInOneRunUntilItsNumbersAreUsedUp() {
    assertNext(4, 0, 0);
    assertNext(1, 0, 4);
    assertNext(Integer.MAX_VALUE - 4, 0, 5);
    assertNext(2, 1, 0);
    assertNext(Integer.MAX_VALUE, 2, 0);
  }

  @Test
  void anotherRunBeginsADayLaterAndWhenAWrongClockIsSetRight() {
    assertNext(1, 0, 0);
    wall.addAndGet(DAY - 1);
    assertNext(1, 0, 1);
    wall.incrementAndGet();
    assertNext(1, 1, 0);
    wall.addAndGet(-40 * DAY);
    assertNext(1, 2, 0);
    assertThat(seen.get(2).startMillis()).isEqualTo(wall.get());
  }
}
