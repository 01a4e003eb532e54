package pipeline.lab.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class JvmTimesTest {
  @Test
  void thisJvmHasCompiledAndItsCompilersGoOn() {
    JvmTimes before = JvmTimes.of(ProcessHandle.current().pid()).orElseThrow();
    System.gc();
    JvmTimes spent = JvmTimes.of(ProcessHandle.current().pid()).orElseThrow().since(before);

    assertThat(before.jit()).isBetween(10.0, 3_600_000.0);
    assertThat(spent.gc()).isPositive();
    assertThat(spent.plus(before).gc()).isGreaterThan(spent.gc());
  }

  @Test
  void whatIsNoJvmHasNone() {
    assertThat(JvmTimes.of(1)).isEmpty();
    assertThat(JvmTimes.parse(new byte[100])).isEqualTo(Optional.empty());
    assertThat(JvmTimes.parse(new byte[0])).isEqualTo(Optional.empty());
  }
}
