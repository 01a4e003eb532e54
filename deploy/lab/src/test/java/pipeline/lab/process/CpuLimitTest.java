package pipeline.lab.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.lab.process.CpuLimit.Periods;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.ChildProcess;

/** With the kernel's own groups; skipped where it gives us none. */
@Timeout(60)
class CpuLimitTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir private Path directory;

  private ChildProcess busy;

  @BeforeEach
  void start() throws IOException {
    ProcessBuilder loop = new ProcessBuilder("sh", "-c", "while :; do :; done");
    busy = ChildProcess.start("busy", loop, directory.resolve("busy.log"));
  }

  @AfterEach
  void stop() {
    busy.close();
  }

  @Test
  void aBusyProcessGetsItsShareAndNoMore() throws Exception {
    try (CpuLimit limit = limited(0.2)) {
      double before = ProcessUsage.of(busy.pid()).cpuSeconds();
      long start = System.nanoTime();
      assertThat(Await.holds(LIMIT, () -> limit.periods().throttled() >= 100)).isTrue();
      double seconds = (System.nanoTime() - start) / 1e9;
      double used = ProcessUsage.of(busy.pid()).cpuSeconds() - before;

      assertThat(used / seconds).isLessThan(0.3);
      Periods periods = limit.periods();
      assertThat(periods.all()).isGreaterThanOrEqualTo(periods.throttled());
    }
  }

  @Test
  void closingItSetsTheProcessFreeAndLeavesNoGroup() throws Exception {
    String before = Files.readString(groups());
    CpuLimit limit = limited(0.2);
    assertThat(Files.readString(groups())).isNotEqualTo(before);

    limit.close();

    assertThat(Files.readString(groups())).isEqualTo(before);
    assertThat(ours()).isEmpty();
  }

  @Test
  void aGroupWhoseProcessHasEndedIsRemovedToo() throws Exception {
    CpuLimit limit = limited(0.2);
    stop();

    limit.close();

    assertThat(ours()).isEmpty();
  }

  private CpuLimit limited(double cpus) throws IOException {
    var limit = CpuLimit.on(busy.pid(), cpus);
    Assumptions.assumeTrue(limit.isPresent(), "no CPU limits here");
    return limit.orElseThrow();
  }

  private Path groups() {
    return Path.of("/proc", Long.toString(busy.pid()), "cgroup");
  }

  private static List<Path> ours() throws IOException {
    try (Stream<Path> all = Files.walk(Path.of("/sys/fs/cgroup"), 2)) {
      String prefix = "pipeline-lab-" + ProcessHandle.current().pid();
      return all.filter(path -> path.getFileName().toString().startsWith(prefix)).toList();
    }
  }
}
