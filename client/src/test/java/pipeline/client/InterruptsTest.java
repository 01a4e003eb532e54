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
  void theFirstSignalStopsTheRunWithItsExitCodeAndTheSecondLeavesAtOnce() {
    assertThat(interrupts.exitCode()).isEmpty();
    interrupts.received(130);

    assertThat(stop.reason()).contains("interrupted");
    assertThat(left).isEmpty();
    interrupts.received(143);

    assertThat(interrupts.exitCode()).hasValue(130);
    assertThat(left).containsExactly(143);
  }
}
