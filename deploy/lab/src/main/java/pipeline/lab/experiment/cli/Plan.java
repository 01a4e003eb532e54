package pipeline.lab.experiment.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Design;
import pipeline.lab.experiment.design.Schedule;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.run.DesignUnderTest;
import pipeline.lab.experiment.run.Input;
import pipeline.lab.experiment.run.Load;
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

  /** Lines a second of a pipeline on two busy cores with many lines a request, roughly. */
  private static final int MANY_LINES_A_SECOND = 100_000;

  /** How long an idle pipeline takes for one request or message, roughly. */
  private static final double SECONDS_OF_WORK = 0.001;

  private static final double NANOS_PER_SECOND = 1e9;

  /** How long a launch of a cell may take, roughly. */
  private Duration launch(Cell cell) {
    int each = Setting.LINES_PER_REQUEST.number(cell);
    double rate = each == 1 ? linesASecond(cell) : MANY_LINES_A_SECOND;
    if (!Load.isBacklog(cell)) {
      rate = Math.min(rate, mostByWaiting(cell));
    }
    double sending =
        Load.isTimed(cell) ? input.seconds() + warmUp * each / rate : (lines + warmUp) / rate;
    return Duration.ofMillis(Math.round(sending * 1_000))
        .plusSeconds(SECONDS_A_LAUNCH + (Setting.RESTART.isStandard(cell) ? 0 : SECONDS_A_RESTART));
  }

  /** Lines a second of a pipeline on two busy cores with a line a request, roughly. */
  private static int linesASecond(Cell cell) {
    return Load.isBacklog(cell) ? 20_000 : Load.isTimed(cell) ? 10_000 : 4_000;
  }

  /**
   * The most lines a second of programs that wait for answers: by Little's law, the lines in flight
   * divided by the time that each is in flight, with the confirm's where the server waits for it.
   */
  private static double mostByWaiting(Cell cell) {
    boolean confirmed =
        DesignUnderTest.of(cell).waitsForBroker() && Setting.CONFIRM.isStandard(cell);
    double broker = confirmed ? roundTrip(Setting.DELAY_BROKER, cell) : 0;
    double client = roundTrip(Setting.DELAY_CLIENT, cell);
    int sent = Setting.THREADS.number(cell) * Setting.LINES_PER_REQUEST.number(cell);
    return sent / (SECONDS_OF_WORK + client + broker);
  }

  /** Seconds that a delay adds to a round trip. */
  private static double roundTrip(Setting delay, Cell cell) {
    return Setting.delay(delay.of(cell))
        .map(flow -> 2 * flow.delay().toNanos() / NANOS_PER_SECOND)
        .orElse(0.0);
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
