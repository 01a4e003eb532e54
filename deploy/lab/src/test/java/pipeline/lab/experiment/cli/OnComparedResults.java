package pipeline.lab.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Launch.Status;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.run.Runner;

/** Results of experiments with builds of known speed, and their comparison. */
abstract class OnComparedResults {
  @TempDir Path home;

  final StringWriter out = new StringWriter();
  final StringWriter err = new StringWriter();
  Path text;

  /** A build of some speed; with a quorum queue it has a tenth of it. Some launches lose lines. */
  record Build(double speed, Predicate<Slot> loses) implements Runner {
    @Override
    public String about() {
      return "no broker";
    }

    @Override
    public Launch launch(Slot slot) {
      Random random = new Random(1_000L * slot.block() + slot.position());
      double rate = 5_000 * speed * Math.exp(0.02 * random.nextGaussian());
      Map<Metric, Double> values = new EnumMap<>(Metric.class);
      values.put(Metric.LINES_PER_SECOND, isSlow(slot) ? rate / 10 : rate);
      values.put(Metric.PROBE, 400 * (2 - speed));
      Status status = loses.test(slot) ? Status.LOST : Status.OK;
      return new Launch(slot, status, "", values, List.of());
    }

    @Override
    public void close() {
      // holds nothing
    }
  }

  static boolean isSlow(Slot slot) {
    return slot.cell().level("queue").equals("quorum");
  }

  @BeforeEach
  void writeText() throws IOException {
    text = Files.writeString(home.resolve("text.txt"), "a line\n\nanother\n".repeat(32));
  }

  void build(String name, double speed, Predicate<Slot> loses) {
    run(options(name), new Build(speed, loses));
  }

  List<String> options(String name, String... more) {
    List<String> all = new ArrayList<>(List.of(text.toString()));
    all.addAll(List.of("--out", home.resolve(name).toString()));
    all.addAll(List.of(more));
    if (!all.contains("--queue")) {
      all.addAll(List.of("--queue", "classic,quorum"));
    }
    return all;
  }

  void run(List<String> options, Runner runner) {
    run(options, (plan, logs) -> runner);
  }

  /** Performs an experiment, which must succeed; its output is shown if it does not. */
  static void run(List<String> options, Main.RunnerSource source) {
    StringWriter said = new StringWriter();
    PrintWriter nowhere = new PrintWriter(said, true);

    assertThat(Main.run(options.toArray(String[]::new), nowhere, nowhere, source))
        .as(said::toString)
        .isZero();
  }

  int compare(String before, String after, String... options) {
    List<String> arguments = new ArrayList<>(List.of("compare"));
    arguments.addAll(List.of(home.resolve(before).toString(), home.resolve(after).toString()));
    arguments.addAll(List.of(options));
    return Main.run(
        arguments.toArray(String[]::new),
        new PrintWriter(out, true),
        new PrintWriter(err, true),
        (plan, logs) -> {
          throw new AssertionError("started");
        });
  }
}
