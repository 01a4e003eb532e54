package pipeline.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

class ServerKeysTest {
  private static final RunId FIRST = new RunId(1, 1);
  private static final RunId SECOND = new RunId(1, 2);

  private final AtomicLong drawn = new AtomicLong();
  private final AtomicLong nanos = new AtomicLong();

  @Test
  void countsFromZeroInItsRun() {
    ServerKeys keys = keys(Integer.MAX_VALUE);
    assertThat(keys.next(1)).isEqualTo(new RequestKey(FIRST, 0));
    assertThat(keys.next(1)).isEqualTo(new RequestKey(FIRST, 1));
  }

  @Test
  void beginsAnotherRunEveryDay() {
    ServerKeys keys = keys(Integer.MAX_VALUE);
    keys.next(1);
    nanos.addAndGet(Duration.ofDays(1).toNanos() - 1);
    assertThat(keys.next(1)).isEqualTo(new RequestKey(FIRST, 1));
    nanos.incrementAndGet();
    assertThat(keys.next(1)).isEqualTo(new RequestKey(SECOND, 0));
  }

  @Test
  void beginsAnotherRunWhenTheSequenceIsUsedUp() {
    ServerKeys keys = keys(1);
    keys.next(1);
    assertThat(keys.next(1)).isEqualTo(new RequestKey(FIRST, 1));
    assertThat(keys.next(1)).isEqualTo(new RequestKey(SECOND, 0));
  }

  @Test
  void theKeysOfOneRequestFollowEachOtherInOneRun() {
    ServerKeys keys = keys(9);
    assertThat(keys.next(4)).isEqualTo(new RequestKey(FIRST, 0));
    assertThat(keys.next(1)).isEqualTo(new RequestKey(FIRST, 4));
    assertThat(keys.next(5)).isEqualTo(new RequestKey(FIRST, 5));
    assertThat(keys.next(2)).isEqualTo(new RequestKey(SECOND, 0));
    assertThat(keys.next(9)).isEqualTo(new RequestKey(new RunId(1, 3), 0));
  }

  private ServerKeys keys(int lastSeq) {
    return new ServerKeys(() -> new RunId(1, drawn.incrementAndGet()), nanos::get, lastSeq);
  }
}
