package pipeline.lab.experiment.cli;

import java.io.IOException;
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
 * @param warmUp requests before what is measured
 * @param rounds how often each cell is launched
 * @param margin differences below it do not matter
 */
record Plan(
    Path root, Input input, Design design, int rounds, long seed, long warmUp, double margin) {
  /** The time that it takes to start and to end the programs of a launch. */
  private static final int SECONDS_A_LAUNCH = 8;

  /** The time that a restart of the broker takes, until the consumers have connected again. */
  private static final int SECONDS_A_RESTART = 15;

  /** How long a launch of a cell may take, roughly. */
  private Duration launch(Cell cell, long lines) {
    return Setting.sending(cell, lines, input.seconds(), warmUp)
        .plusSeconds(SECONDS_A_LAUNCH + (Setting.restartsBroker(cell) ? SECONDS_A_RESTART : 0));
  }

  private Duration time(List<Cell> launched) throws IOException {
    long lines = input.lines();
    return launched.stream().map(cell -> launch(cell, lines)).reduce(Duration.ZERO, Duration::plus);
  }

  /** The launches to make, in order. */
  List<Slot> slots() throws IOException {
    return schedule().blocks(rounds);
  }

  /** The number of launches in a round. */
  int roundSize() throws IOException {
    return schedule().blockSize();
  }

  private Schedule schedule() {
    return new Schedule(design, seed);
  }

  /** The number of launches and their time in words, for the first line that is printed. */
  String estimate() throws IOException {
    Duration round = round();
    int size = roundSize();
    return String.format(
        Locale.ROOT,
        "%s of %d launches, %d in all, about %d s each: some %s",
        spelled(rounds),
        size,
        rounds * size,
        round.toSeconds() / size,
        spelled(round.multipliedBy(rounds)));
  }

  int launches() throws IOException {
    return rounds * roundSize();
  }

  /** How long the experiment may take, roughly. */
  Duration time() throws IOException {
    return round().multipliedBy(rounds);
  }

  /** How long a round may take, roughly. */
  Duration round() throws IOException {
    return time(schedule().blocks(1).stream().map(Slot::cell).toList());
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
