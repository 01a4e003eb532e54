package pipeline.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.rig.Program;
import pipeline.testkit.process.ProgramException;
import pipeline.testkit.process.StuckException;

class EndedProgramTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @TempDir private Path logs;

  @Test
  void givesTheOutputOfAProgramThatEnds() throws Exception {
    Program program = Program.of("sh", "sh", "-c", "echo $GREETING").with("GREETING", "hello");
    assertThat(EndedProgram.run(program, logs, LIMIT).output()).isEqualTo("hello\n");
  }

  @Test
  void aProgramThatFailsIsAnErrorThatShowsItsOutput() {
    Program program = Program.of("sh", "sh", "-c", "echo out of luck; exit 3");
    assertThatThrownBy(() -> EndedProgram.run(program, logs, LIMIT))
        .isInstanceOfSatisfying(
            ProgramException.class,
            failure -> assertThat(failure.lastLines()).containsExactly("out of luck"))
        .hasMessageContaining("ended with 3");
  }

  @Test
  void aProgramThatDoesNotEndIsKilled() {
    Program program = Program.of("sleep", "sleep", "1000");
    assertThatThrownBy(() -> EndedProgram.run(program, logs, Duration.ofMillis(1)))
        .isInstanceOf(StuckException.class)
        .hasMessageStartingWith("sleep did not end in ");
    assertThat(ProcessHandle.current().descendants())
        .noneMatch(its -> its.info().commandLine().orElse("").endsWith("sleep 1000"));
  }
}
