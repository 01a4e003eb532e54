package pipeline.faults.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/** The runs that were asked for, and their totals once they are done. Thread-safe. */
public final class SeededRuns {
  private final List<Campaign.Task> tasks = new ArrayList<>();
  private final List<RunResult> results = Collections.synchronizedList(new ArrayList<>());

  /**
   * Runs of consecutive seeds.
   *
   * @param number of the runs that have the plans of their seeds
   * @param names of the faults that have a run each instead; may be empty
   * @param sized gives a plan its lines a request
   * @throws IllegalArgumentException there is no such fault
   */
  public SeededRuns(
      int number,
      List<String> names,
      long firstSeed,
      FaultCatalogue catalogue,
      UnaryOperator<FaultPlan> sized) {
    List<LongFunction<FaultPlan>> plans = new ArrayList<>();
    for (String name : names) {
      List<Fault> fault = List.of(catalogue.named(name));
      plans.add(seed -> FaultPlan.of(seed, fault));
    }
    if (names.isEmpty()) {
      plans.addAll(Collections.nCopies(number, seed -> FaultPlan.drawn(seed, catalogue)));
    }
    // a void run's stand-in has the same first fault, and a seed that no other run has
    long next = (long) plans.size() * (names.isEmpty() ? catalogue.cycle() : 1);
    for (int i = 0; i < plans.size(); i++) {
      String label = "run " + (i + 1);
      LongFunction<FaultPlan> plan = plans.get(i);
      long seed = firstSeed + i;
      tasks.add(
          worker ->
              add(
                  worker.run(
                      label,
                      attempt -> sized.apply(plan.apply(seed + attempt * next)),
                      result -> !result.is(RunResult.Status.VOID),
                      result -> result.is(RunResult.Status.EXACT))));
    }
  }

  public List<Campaign.Task> tasks() {
    return tasks;
  }

  void add(RunResult result) {
    results.add(result);
  }

  public boolean areExact() {
    return count(RunResult.Status.EXACT) == results.size();
  }

  /** The summary: one line. */
  public String line() {
    return String.format(
        Locale.ROOT,
        "chaos: runs=%d exact=%d void=%d kills=%d redelivered=%d suppressed=%d longest=%.0fms",
        results.size(),
        count(RunResult.Status.EXACT),
        count(RunResult.Status.VOID),
        sum(RunResult::kills),
        sum(result -> result.findings().reports().redelivered()),
        sum(result -> result.findings().reports().runs().duplicates()),
        results.stream()
            .mapToDouble(result -> result.findings().reports().longestMillis())
            .max()
            .orElse(0));
  }

  private long count(RunResult.Status status) {
    return results.stream().filter(result -> result.is(status)).count();
  }

  private long sum(ToLongFunction<RunResult> number) {
    return results.stream().mapToLong(number).sum();
  }
}
