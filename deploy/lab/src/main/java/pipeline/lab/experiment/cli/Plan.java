package pipeline.lab.experiment.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Design;
import pipeline.lab.experiment.design.Schedule;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.run.Input;
import pipeline.lab.experiment.run.Setting;

/**
 * What an experiment was asked to do. Immutable.
 *
 * @param root the checkout, with the jars built
 * @param input what each launch sends
 * @param lines of the input
 * @param warmUp requests before what is measured
 * @param rounds how often each cell is launched
 * @param margin differences below it do not matter
 */
record Plan(
    Path root,
    Input input,
    long lines,
    Design design,
    int rounds,
    long seed,
    long warmUp,
    double margin) {
  /** The time that it takes to start and to end the programs of a launch. */
  private static final int SECONDS_A_LAUNCH = 6;

  /** The time that a restart of the broker takes, until the consumers have connected again. */
  private static final int SECONDS_A_RESTART = 15;

  /** How long a launch of a cell may take, roughly. */
  private Duration launch(Cell cell) {
    return Setting.sending(cell, lines, input.seconds(), warmUp)
        .plusSeconds(SECONDS_A_LAUNCH + (Setting.restartsBroker(cell) ? SECONDS_A_RESTART : 0));
  }

  /** The launches to make, in order. */
  List<Slot> slots() {
    return new Schedule(design, seed).blocks(rounds);
  }

  int launches() {
    return slots().size();
  }

  /** The number of launches and their time in words, for the first line that is printed. */
  String estimate() {
    int size = launches() / rounds;
    return String.format(
        Locale.ROOT,
        "%s of %d launches, %d in all, about %d s each: some %s",
        spelled(rounds),
        size,
        launches(),
        round().toSeconds() / size,
        spelled(time()));
  }

  /** How long the experiment may take, roughly. */
  Duration time() {
    return round().multipliedBy(rounds);
  }

  /** How long a round may take, roughly. */
  Duration round() {
    return new Schedule(design, seed)
        .blocks(1).stream().map(slot -> launch(slot.cell())).reduce(Duration.ZERO, Duration::plus);
  }

  /** The time left in words, extrapolated from the launches so far. */
  static String left(Duration spent, int done, int remaining) {
    return "about " + spelled(spent.multipliedBy(remaining).dividedBy(Math.max(1, done))) + " left";
  }

  /** A number of rounds in words, such as {@code 8 rounds}. */
  static String spelled(int rounds) {
    return rounds == 1 ? "1 round" : rounds + " rounds";
  }

  /** A duration in words, such as {@code 2 h 5 min}. */
  static String spelled(Duration time) {
    long minutes = Math.max(1, (time.toSeconds() + 59) / 60);
    return minutes < 60 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
  }
}
