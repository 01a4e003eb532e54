package pipeline.lab.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningProgramTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @TempDir private Path logs;

  @Test
  void givesTheOutputOfAProgramThatEnds() throws Exception {
    Program program = Program.of("sh", "sh", "-c", "echo $GREETING").with("GREETING", "hello");

    try (RunningProgram running = RunningProgram.start(program, logs)) {
      assertThat(running.output(LIMIT)).isEqualTo("hello\n");
    }
  }

  @Test
  void aProgramThatFailsIsAnErrorThatShowsItsOutput() throws Exception {
    Program program = Program.of("sh", "sh", "-c", "echo out of luck; exit 3");

    try (RunningProgram running = RunningProgram.start(program, logs)) {
      assertThatThrownBy(() -> running.output(LIMIT))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("ended with 3")
          .hasMessageContaining("out of luck");
    }
  }

  @Test
  void closingEndsAProgramThatWouldStay() throws Exception {
    RunningProgram running = RunningProgram.start(Program.of("sleep", "sleep", "1000"), logs);

    running.close();

    assertThat(running.alive()).isFalse();
  }
}
