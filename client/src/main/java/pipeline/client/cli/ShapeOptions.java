package pipeline.client.cli;

import static pipeline.client.input.BadInputException.refuseIf;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import pipeline.client.load.LoadShape;
import pipeline.client.load.Stage;
import pipeline.client.load.StepPlan.Phase;

/** The part of the command line that says how the load is sent. */
final class ShapeOptions {
  private static final int MAX_THREADS = 10_000;
  private static final int MAX_REPEAT = 1_000_000;

  /** Groups: all phases but the last, each with a comma; the last. */
  private static final Pattern PHASES = Pattern.compile("((?:[^x,]*x[^x,]*,)+)([^x,]*)");

  @Option(
      names = "--repeat",
      paramLabel = "K",
      description = "Send the input K times (default: 1).")
  private String repeat;

  @Option(
      names = "--warmup",
      paramLabel = "SECONDS",
      description = "Leave the first SECONDS of each step out of its numbers.")
  private String warmUp;

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      description = "Loop over the input for SECONDS instead.")
  private String duration;

  @Option(
      names = "--rate",
      paramLabel = "R",
      description =
          "Open model: send R requests a second, whatever the answers do, on N threads. Response"
              + " times count from when a request was due.")
  private String rate;

  @Option(
      names = "--stages",
      paramLabel = "R:S,...",
      description = "Several rates in turn, each for its time: 100/s:10s,500/s:30s.")
  private String stages;

  @Option(
      names = "--phases",
      paramLabel = "TxK,...,N",
      description =
          "T threads send K requests each; when one of them has finished, the next phase starts."
              + " The last has N threads for the rest: 32x1000,N.")
  private String phases;

  /**
   * Checks what was typed.
   *
   * @param threads the argument N
   */
  LoadShape toShape(String threads) {
    refuseBoth("--stages", stages, "--rate", rate);
    refuseBoth("--stages", stages, "--duration", duration);
    refuseBoth("--stages", stages, "--phases", phases);
    refuseBoth("--stages", stages, "--repeat", repeat);
    refuseBoth("--duration", duration, "--repeat", repeat);
    refuseBoth("--rate", rate, "--phases", phases);
    return new LoadShape(
        Stream.of(threads.split(",", -1))
            .map(number -> Amount.whole("N", number, 1, MAX_THREADS))
            .toList(),
        phases == null ? List.of() : leadIn(phases, threads),
        stages == null
            ? List.of(onlyStage())
            : Stream.of(stages.split(",", -1)).map(this::stage).toList(),
        repeat == null ? 1 : Amount.whole("--repeat", repeat, 1, MAX_REPEAT),
        warmUp == null ? Duration.ZERO : Amount.timeOrNone("--warmup", warmUp));
  }

  private static void refuseBoth(String name, String value, String otherName, String other) {
    refuseIf(value != null && other != null, name + " and " + otherName + " exclude each other");
  }

  private Stage onlyStage() {
    return new Stage(
        rate == null ? 0 : Amount.rate("--rate", rate),
        duration == null ? Stage.ENDLESS : Amount.time("--duration", duration));
  }

  private Stage stage(String text) {
    String[] parts = text.split(":", -1);
    refuseIf(
        parts.length != 2, "--stages must look like 100/s:10s,500/s:30s, not '" + stages + "'");
    return new Stage(Amount.rate("--stages", parts[0]), Amount.time("--stages", parts[1]));
  }

  /** The phases of {@code 32x1000,N} but the last, which is the argument N, by name or value. */
  private static List<Phase> leadIn(String text, String threads) {
    Matcher form = PHASES.matcher(text);
    refuseIf(
        !form.matches() || !List.of("N", threads).contains(form.group(2)),
        "--phases must look like 32x1000,N, not '" + text + "'");
    return Stream.of(form.group(1).split(",", 0))
        .map(phase -> phase.split("x", -1))
        .map(
            numbers ->
                new Phase(
                    Amount.whole("--phases", numbers[0], 1, MAX_THREADS),
                    Amount.whole("--phases", numbers[1], 1, Integer.MAX_VALUE)))
        .toList();
  }
}
