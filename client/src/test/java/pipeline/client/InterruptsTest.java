package pipeline.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import pipeline.client.load.StopSignal;

/** The first signal lets the run end, the second ends the process. */
class InterruptsTest {
  private final StopSignal stop = new StopSignal();
  private final List<Integer> left = new ArrayList<>();
  private final Interrupts interrupts = new Interrupts(stop, left::add);

  @Test
  void theFirstSignalStopsTheRun() {
    interrupts.received(130);

    assertThat(stop.reason()).contains("interrupted");
    assertThat(interrupts.exitCode()).hasValue(130);
    assertThat(left).isEmpty();
  }

  @Test
  void theSecondLeavesAtOnce() {
    interrupts.received(143);
    interrupts.received(130);

    assertThat(left).containsExactly(130);
  }

  @Test
  void withoutASignalTheProgramsOwnExitCodeCounts() {
    assertThat(interrupts.exitCode()).isEmpty();
  }
}
