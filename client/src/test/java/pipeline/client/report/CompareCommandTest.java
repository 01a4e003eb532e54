package pipeline.client.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.client.input.BadInputException;
import pipeline.client.load.StepResult;
import pipeline.wire.process.Console;

/** Two results of {@code --json} are compared step by step, and nothing else is. */
class CompareCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @TempDir private Path dir;

  @Test
  void stepsOfTheSameNameStandSideBySideTheFirstWithTheFirst() throws Exception {
    Path a = result("a.json", step(8, 1_000, 2), step(8, 1_000, 1), step(16, 1_000, 2));
    Path b = result("b.json", step(8, 500, 3), step(8, 1_000, 4), step(8, 1_000, 5));

    assertThat(compare(a.toString(), b.toString())).isZero();

    assertThat(out.toString(UTF_8))
        .contains("A: " + a, "B: " + b, "java -jar client.jar file 8")
        .containsPattern("throughput /s +1\\.00 +2\\.00 +2\\.000")
        .containsPattern("lines/s +3\\.00 +6\\.00 +2\\.000")
        .containsPattern("p99 ms +2\\.0000 +3\\.0000 +1\\.500")
        .containsPattern("unsuccessful +0 +0 +-")
        .containsPattern("(?s)\n8 threads\n.*?max ms +2\\.0000 +3")
        .containsPattern("(?s)\n8 threads \\(2\\)\n.*?max ms +1\\.0000 +4")
        .contains("only in A: 16 threads", "only in B: 8 threads (3)");
  }

  @Test
  void otherArgumentsAreRefused() {
    assertThatThrownBy(() -> compare("8"))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("./compare");
    assertThatThrownBy(() -> compare("no-such.json", "8")).hasMessage("no-such.json: no such file");
  }

  private int compare(String... args) throws BadInputException {
    PrintStream printer = new PrintStream(out, true, UTF_8);
    return CompareCommand.run(List.of(args), new Console("client", printer, printer, false));
  }

  private static StepResult step(int threads, long wallMillis, long millis) {
    return SampleRun.step(
        SampleRun.plan(threads),
        SampleRun.stats(threads, wallMillis * 1_000_000, millis * 1_000_000));
  }

  private Path result(String name, StepResult... steps) throws IOException {
    Path file = dir.resolve(name);
    RunRecord run = SampleRun.record(List.of(steps), "file", "8");
    try (OutputStream out = Files.newOutputStream(file)) {
      new ResultJson(run, List.of(), List.of(), "q", Optional.empty()).write(out);
    }
    return file;
  }
}
