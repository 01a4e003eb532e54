package pipeline.lab.experiment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import pipeline.lab.experiment.run.FakeRunner;

/** Experiments with launches that start nothing. */
abstract class OnFakeRunner {
  static final Main.RunnerSource NONE =
      (plan, logs) -> {
        throw new AssertionError("started");
      };

  static final Main.RunnerSource FAKE = interruptedAt(-1);

  @TempDir Path home;
  final StringWriter out = new StringWriter();
  final StringWriter err = new StringWriter();

  @BeforeEach
  void writeText() throws IOException {
    Files.writeString(home.resolve("text.txt"), "a line\n\n".repeat(200));
  }

  /** Each experiment has a runner of its own, and each of them is interrupted there. */
  static Main.RunnerSource interruptedAt(int launch) {
    return (plan, logs) -> new FakeRunner(launch, slot -> false);
  }

  /** Launches of the cells with that level fail, as with a broker that refuses such queues. */
  static Main.RunnerSource failingWith(String factor, String level) {
    return (plan, logs) -> new FakeRunner(-1, slot -> slot.cell().level(factor).equals(level));
  }

  /** Runs the text, into the directory {@code out}; what was said before is forgotten. */
  int run(Main.RunnerSource source, String options) {
    return main(source, home.resolve("text.txt") + " --out " + home.resolve("out") + " " + options);
  }

  int main(Main.RunnerSource source, String arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    String[] args = arguments.strip().split(" ");
    return Main.run(args, new PrintWriter(out, true), new PrintWriter(err, true), source);
  }

  String written(String file) throws IOException {
    return Files.readString(home.resolve("out").resolve(file));
  }
}
