package pipeline.lab.experiment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Experiments with launches that start nothing. */
abstract class OnFakeRunner {
  static final int LINES = 200;

  @TempDir Path home;

  final StringWriter out = new StringWriter();
  final StringWriter err = new StringWriter();
  Path text;

  @BeforeEach
  void writeText() throws IOException {
    text = Files.writeString(home.resolve("text.txt"), "a line\n\n".repeat(LINES));
  }

  static final Main.RunnerSource NONE =
      (plan, logs) -> {
        throw new AssertionError("started");
      };

  static Main.RunnerSource fake(int interruptedAt) {
    return (plan, logs) -> new FakeRunner(interruptedAt);
  }

  int run(Path directory, List<String> options, Main.RunnerSource source) {
    List<String> all = new ArrayList<>(List.of(text.toString(), "--out", directory.toString()));
    all.addAll(options);
    return Main.run(all.toArray(String[]::new), writer(out), writer(err), source);
  }

  static PrintWriter writer(StringWriter text) {
    return new PrintWriter(text, true);
  }
}
