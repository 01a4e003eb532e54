package pipeline.faults.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** The results of many runs. Thread-safe. */
public final class CampaignTotals {
  private final List<RunResult> results = new ArrayList<>();

  synchronized void add(RunResult result) {
    results.add(result);
  }

  public synchronized boolean allExact() {
    return count(Judgement.Status.EXACT) == results.size();
  }

  /** The summary: one line. */
  public synchronized String line() {
    return String.format(
        Locale.ROOT,
        "chaos: runs=%d exact=%d void=%d kills=%d redelivered=%d suppressed=%d longest=%.0fms",
        results.size(),
        count(Judgement.Status.EXACT),
        count(Judgement.Status.VOID),
        sum(RunResult::kills),
        sum(result -> result.findings().reports().redelivered()),
        sum(result -> result.findings().reports().runs().duplicates()),
        results.stream()
            .mapToDouble(result -> result.findings().reports().longestMillis())
            .max()
            .orElse(0));
  }

  private long count(Judgement.Status status) {
    return results.stream().filter(result -> result.is(status)).count();
  }

  private long sum(ToLongFunction<RunResult> number) {
    return results.stream().mapToLong(number).sum();
  }
}
