package pipeline.rig.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessUsageTest {

  @Test
  void readsOwnAndReapedTicksBehindANameWithSpacesAndParentheses() {
    String stat = "42 (a (b) c) S 1 42 42 0 -1 4194304 100 0 0 0 250 50 120 30 20 0 7 0 5 0 0\n";

    ProcessUsage usage = ProcessUsage.parse(stat);

    assertThat(usage.cpuSeconds()).isEqualTo(3.0);
    assertThat(usage.reapedSeconds()).isEqualTo(1.5);
  }

  @Test
  void readsMemoryInMebibytes() {
    String status = "Name:\tjava\nVmPeak:\t  999 kB\nVmHWM:\t  4096 kB\nVmRSS:\t  2048 kB\n";

    assertThat(ProcessUsage.statusMib(status, "VmHWM:")).isEqualTo(4);
    assertThat(ProcessUsage.statusMib(status, "VmRSS:")).isEqualTo(2);
  }
}
