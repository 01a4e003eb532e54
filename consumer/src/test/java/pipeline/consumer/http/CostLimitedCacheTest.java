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

  @Test
  void aValueRestsTwentyTimesAsLongAsItTook() {
    CostLimitedCache<Long> paced =
        new CostLimitedCache<>(
            () -> {
              nanos.addAndGet(50);
              return taken.incrementAndGet();
            },
            nanos::get);
    assertThat(paced.get()).isEqualTo(1);

    nanos.set(50 + 20 * 50 - 1);
    assertThat(paced.get()).isEqualTo(1);

    nanos.set(50 + 20 * 50);
    assertThat(paced.get()).isEqualTo(2);
  }

  @Test
  void thatItCannotBeHadRestsAsLongAsItTook() {
    CostLimitedCache<Long> paced =
        new CostLimitedCache<>(
            () -> {
              nanos.addAndGet(50);
              if (taken.incrementAndGet() == 1) {
                throw new CountsUnavailableException("away", null);
              }
              return taken.get();
            },
            nanos::get);
    assertThatThrownBy(paced::get).isInstanceOf(CountsUnavailableException.class);

    nanos.set(99);
    assertThatThrownBy(paced::get).isInstanceOf(CountsUnavailableException.class);
    assertThat(taken).hasValue(1);

    nanos.set(100);
    assertThat(paced.get()).isEqualTo(2);
  }
}
