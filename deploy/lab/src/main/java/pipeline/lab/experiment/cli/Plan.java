package pipeline.lab.experiment.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Design;
import pipeline.lab.experiment.design.Schedule;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.run.Combination;
import pipeline.lab.experiment.run.Input;
import pipeline.lab.experiment.run.Setting;
import pipeline.lab.experiment.statistics.Analysis;
import pipeline.lab.experiment.statistics.Comparison;

/**
 * What an experiment was asked to do. Immutable.
 *
 * @param root the checkout, with the jars built
 * @param input what each launch sends
 * @param warmUp requests before what is measured
 * @param rounds at most
 * @param precision half the width of an interval that ends it earlier
 * @param margin differences below it do not matter
 */
record Plan(
    Path root,
    Input input,
    Design design,
    int rounds,
    long seed,
    long warmUp,
    double margin,
    OptionalDouble precision) {
  /** An interval from fewer can be narrow by chance. */
  private static final int FEWEST_ROUNDS = 5;

  /** Of starting and ending programs. */
  private static final int SECONDS_A_LAUNCH = 8;

  /** Of stopping and starting the broker in each of them, and of the consumers' way back. */
  private static final int SECONDS_A_RESTART = 15;

  /** A base is never further away than this from what is compared with it. */
  private static final Duration LONGEST_PART = Duration.ofMinutes(20);

  /** Refuses what this machine cannot launch; results of another machine can still be read here. */
  void refuseUnavailable(Function<String, RuntimeException> bad) {
    Optional<String> why =
        design.cells().stream().map(Combination::unavailable).flatMap(Optional::stream).findFirst();
    if (why.isPresent()) {
      throw bad.apply(why.get());
    }
  }

  /** How long a launch of a cell may take, roughly. */
  private Duration launch(Cell cell, long lines) {
    return Setting.sending(cell, lines, input.seconds(), warmUp)
        .plusSeconds(SECONDS_A_LAUNCH + (Setting.restartsBroker(cell) ? SECONDS_A_RESTART : 0));
  }

  private Duration time(List<Cell> launched) throws IOException {
    long lines = input.lines();
    return launched.stream().map(cell -> launch(cell, lines)).reduce(Duration.ZERO, Duration::plus);
  }

  /** What is launched, in this order. */
  List<Slot> slots() throws IOException {
    return schedule().blocks(rounds);
  }

  /** Launches of a round. */
  int roundSize() throws IOException {
    return schedule().blockSize();
  }

  private Schedule schedule() throws IOException {
    long all = time(design.cells()).toSeconds();
    int most = (int) (LONGEST_PART.toSeconds() * design.cells().size() / all);
    return new Schedule(design, seed, Math.max(3, most));
  }

  /** For the first line that is printed. */
  String estimate() throws IOException {
    Duration round = round();
    int size = roundSize();
    return String.format(
        Locale.ROOT,
        "%s%s of %d launches, %d in all, about %d s each: some %s",
        precision.isPresent() ? "at most " : "",
        spelled(rounds),
        size,
        rounds * size,
        round.toSeconds() / size,
        spelled(round.multipliedBy(rounds)));
  }

  int launches() throws IOException {
    return rounds * roundSize();
  }

  /** How long all of it may take, roughly. */
  Duration time() throws IOException {
    return round().multipliedBy(rounds);
  }

  /** How long a round may take, roughly. */
  Duration round() throws IOException {
    return time(schedule().blocks(1).stream().map(Slot::cell).toList());
  }

  /** Whether launches of whole rounds say as much as was asked for. */
  boolean isEnough(List<Launch> launches) {
    Analysis analysis = new Analysis(design, launches, margin);
    if (precision.isEmpty() || analysis.blocks() < FEWEST_ROUNDS) {
      return false;
    }
    double most = 1 + precision.getAsDouble();
    return (design.varied().isEmpty() ? List.of(analysis.control()) : analysis.factors())
        .stream()
            .map(Comparison::estimate)
            .allMatch(each -> each.hasInterval() && each.high(0.95) <= each.ratio() * most);
  }

  /** What remains, by what was done so far. */
  static String left(Duration spent, int done, int remaining) {
    return "about " + spelled(spent.multipliedBy(remaining).dividedBy(Math.max(1, done))) + " left";
  }

  /** Such as {@code 8 rounds}. */
  static String spelled(int rounds) {
    return rounds == 1 ? "1 round" : rounds + " rounds";
  }

  /** Such as {@code 2 h 5 min}. */
  static String spelled(Duration time) {
    long minutes = Math.max(1, (time.toSeconds() + 59) / 60);
    return minutes < 60 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
  }
}
