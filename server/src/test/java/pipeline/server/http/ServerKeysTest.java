package pipeline.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** No two lines without a key get one identity, and no run of the server grows old. */
class ServerKeysTest {
  private static final long DAY = Duration.ofDays(1).toMillis();

  private final AtomicLong wall =
      new AtomicLong(Instant.parse("2026-11-26T12:00:00Z").toEpochMilli());
  private final List<RunId> drawn = new ArrayList<>();

  private static RequestKey key(RunId run, int seq) {
    return new RequestKey(run, seq);
  }

  @Test
  void countsFromZeroInItsRun() {
    ServerKeys keys = keys(Integer.MAX_VALUE);
    assertThat(keys.next(1)).isEqualTo(key(drawn.get(0), 0));
    assertThat(keys.next(1)).isEqualTo(key(drawn.get(0), 1));
  }

  @Test
  void beginsAnotherRunEveryDay() {
    ServerKeys keys = keys(Integer.MAX_VALUE);
    keys.next(1);
    wall.addAndGet(DAY - 1);
    assertThat(keys.next(1)).isEqualTo(key(drawn.get(0), 1));
    wall.incrementAndGet();
    assertThat(keys.next(1)).isEqualTo(key(drawn.get(1), 0));
  }

  @Test
  void aClockThatIsSetRightEndsTheRunsThatItBeganWhileItWasWrong() {
    ServerKeys keys = keys(Integer.MAX_VALUE);
    keys.next(1);
    wall.addAndGet(40 * DAY);
    assertThat(keys.next(1)).isEqualTo(key(drawn.get(1), 0));
    wall.addAndGet(-40 * DAY);
    assertThat(keys.next(1)).isEqualTo(key(drawn.get(2), 0));
    assertThat(drawn.get(2).startMillis()).isEqualTo(wall.get());
  }

  @Test
  void beginsAnotherRunWhenTheSequenceIsUsedUp() {
    ServerKeys keys = keys(1);
    keys.next(1);
    assertThat(keys.next(1)).isEqualTo(key(drawn.get(0), 1));
    assertThat(keys.next(1)).isEqualTo(key(drawn.get(1), 0));
  }

  @Test
  void theKeysOfOneRequestFollowEachOtherInOneRun() {
    ServerKeys keys = keys(9);
    assertThat(keys.next(4)).isEqualTo(key(drawn.get(0), 0));
    assertThat(keys.next(1)).isEqualTo(key(drawn.get(0), 4));
    assertThat(keys.next(5)).isEqualTo(key(drawn.get(0), 5));
    assertThat(keys.next(2)).isEqualTo(key(drawn.get(1), 0));
    assertThat(keys.next(9)).isEqualTo(key(drawn.get(2), 0));
  }

  private ServerKeys keys(int lastSeq) {
    return new ServerKeys(this::draw, wall::get, lastSeq);
  }

  private RunId draw() {
    drawn.add(RunId.startingAt(wall.get(), new SecureRandom()));
    return drawn.get(drawn.size() - 1);
  }
}
