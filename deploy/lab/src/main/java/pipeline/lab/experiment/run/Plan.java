package pipeline.lab.experiment.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import pipeline.lab.experiment.analysis.Design;

/**
 * What an experiment was asked to do. Immutable.
 *
 * @param root the checkout, with the jars built
 * @param input what each launch sends
 * @param rounds how often each cell is launched
 * @param warmUp requests before what is measured
 * @param margin differences below it do not matter
 */
public record Plan(
    Path root, Input input, Design design, int rounds, long seed, long warmUp, double margin) {

  /** The launches to make, in order. */
  public List<Design.Slot> slots() {
    return design.blocks(rounds, seed);
  }

  public int launches() {
    return slots().size();
  }

  /** The number of launches in words, for the first line that is printed. */
  public String size() {
    return "%s of %s launches, %s in all"
        .formatted(spelled(rounds), launches() / rounds, launches());
  }

  /** The time left in words, extrapolated from the launches so far. */
  public static String left(Duration spent, int done, int remaining) {
    return "about " + spelled(spent.multipliedBy(remaining).dividedBy(done)) + " left";
  }

  private static String spelled(int rounds) {
    return rounds == 1 ? "1 round" : rounds + " rounds";
  }

  /** A duration in words, such as {@code 2 h 5 min}. */
  private static String spelled(Duration time) {
    long minutes = Math.max(1, (time.toSeconds() + 59) / 60);
    return minutes < 60 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
  }
}
