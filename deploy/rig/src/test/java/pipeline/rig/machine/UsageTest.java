package pipeline.rig.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** CPU, memory and pressure are read from {@code /proc} as the kernel tells them. */
class UsageTest {
  private static final String STAT =
      "cpu  100 20 30 400 50 6 4 70 11 0\ncpu0 100 20 30 400 50 6 4 70 11 0\n";

  @Test
  void tellsBusyFromIdleAndStolen() {
    HostUsage usage = HostUsage.parse(STAT, "");

    assertThat(usage.busy()).isCloseTo(1.6, within(1e-9));
    assertThat(usage.all()).isCloseTo(6.8, within(1e-9));
  }

  @Test
  void readsThePressureOnTheCpu() {
    String pressure = "some avg10=1.00 avg60=0.50 avg300=0.10 total=2500000\n";

    assertThat(HostUsage.parse(STAT, pressure).pressed()).isEqualTo(2.5);
    assertThat(HostUsage.parse(STAT, "").pressed()).isZero();
  }

  @Test
  void aKernelThatDoesNotSayIsNoFailure() {
    // it opens, and refuses to be read
    assertThat(HostUsage.read(Path.of("/proc/self/mem"))).isEmpty();
    assertThat(HostUsage.read(Path.of("/proc/not-there"))).isEmpty();
  }

  @Test
  void usageSinceAMomentIsTheDifference() {
    HostUsage earlier = new HostUsage(1, 30, 4);
    assertThat(new HostUsage(3, 90, 4.5).since(earlier)).isEqualTo(new HostUsage(2, 60, 0.5));
    assertThat(HostUsage.now().all()).isPositive();
  }

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
