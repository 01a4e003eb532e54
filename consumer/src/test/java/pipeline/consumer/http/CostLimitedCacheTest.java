package pipeline.consumer.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import pipeline.wire.query.CountsUnavailableException;

/** A value is computed so rarely that it costs a twentieth of a processor. */
class CostLimitedCacheTest {
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicLong taken = new AtomicLong();
  private final CostLimitedCache<Long> cache =
      new CostLimitedCache<>(
          () -> {
            nanos.addAndGet(50);
            if (taken.incrementAndGet() == 1) {
              throw new CountsUnavailableException("away", null);
            }
            return taken.get();
          },
          nanos::get);

  @Test
  void aFailureRestsAsLongAsItTookAndAValueTwentyTimesAsLong() {
    for (long failing : new long[] {0, 99}) {
      nanos.set(failing);
      assertThatThrownBy(cache::get).isInstanceOf(CountsUnavailableException.class);
      assertThat(taken).hasValue(1);
    }
    nanos.set(100);
    assertThat(cache.get()).isEqualTo(2);
    nanos.set(150 + 20 * 50 - 1);
    assertThat(cache.get()).isEqualTo(2);
    nanos.set(150 + 20 * 50);
    assertThat(cache.get()).isEqualTo(3);
  }
}
