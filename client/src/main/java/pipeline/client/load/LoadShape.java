package pipeline.client.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * The shape of a load: each number of threads with each stage is a step.
 *
 * @param threads the numbers of threads to try
 * @param leadIn the phases before them
 * @param repeat how many times a step that is not timed sends the whole input
 * @param warmUp the part of each step that is left out of its numbers
 */
public record LoadShape(
    List<Integer> threads,
    List<StepPlan.Phase> leadIn,
    List<Stage> stages,
    int repeat,
    Duration warmUp) {
  /**
   * The steps in order; a step that would take longer than {@code longest} is divided.
   *
   * @param requests how many the whole input makes
   */
  public List<StepPlan> steps(long requests, Duration longest) {
    List<StepPlan> steps = new ArrayList<>();
    for (int number : threads) {
      for (int i = 0; i < stages.size(); i++) {
        Stage stage = stages.get(i);
        long each = stage.isTimed() ? StepPlan.UNLIMITED : requests * repeat;
        boolean pauseAfter = threads.size() > 1 && i == stages.size() - 1;
        String label = label(number, stage);
        StepPlan step = new StepPlan(label, number, leadIn, stage, each, warmUp, pauseAfter);
        steps.addAll(step.parts(longest));
      }
    }
    return steps;
  }

  /** The most threads that send at once: a phase may begin before the previous one has ended. */
  public int mostThreads() {
    return steps(0, Stage.ENDLESS).stream().mapToInt(StepPlan::allThreads).max().orElseThrow();
  }

  /** This shape for one of several clients, which share its rates. */
  public LoadShape sharedBy(int clients) {
    List<Stage> shares =
        stages.stream().map(all -> new Stage(all.rate() / clients, all.duration())).toList();
    return new LoadShape(threads, leadIn, shares, repeat, warmUp);
  }

  /** How often the whole input is sent; empty if time ends the load. */
  public OptionalLong rounds() {
    return isTimed() ? OptionalLong.empty() : OptionalLong.of((long) repeat * threads.size());
  }

  /** Whether time ends the load, so that the number of its lines is not known before. */
  public boolean isTimed() {
    return stages.stream().anyMatch(Stage::isTimed);
  }

  /**
   * Whether the load is the whole input, sent by one number of threads and measured from its begin.
   */
  public boolean isPlain() {
    return threads.size() == 1
        && leadIn.isEmpty()
        && warmUp.isZero()
        && stages.equals(List.of(Stage.WHOLE_INPUT));
  }

  private String label(int number, Stage stage) {
    List<String> parts = new ArrayList<>();
    if (stage.rate() > 0) {
      parts.add(plainNumber(stage.rate()) + "/s");
    }
    if (stage.rate() == 0 || threads.size() > 1) {
      parts.add(number == 1 ? "1 thread" : number + " threads");
    }
    String what = String.join(", ", parts);
    return stage.isTimed()
        ? what + " for " + plainNumber(stage.duration().toMillis() / 1e3) + " s"
        : what;
  }

  private static String plainNumber(double number) {
    return String.format(Locale.ROOT, "%.3f", number).replaceAll("\\.?0+$", "");
  }
}
