package pipeline.faults.run;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import pipeline.faults.plan.FaultPlan;
import pipeline.faults.system.RunInput;

/** The result of one run. */
record RunResult(
    FaultPlan plan, RunInput input, Findings findings, Judgement judgement, Duration took) {

  /** A run that cannot be done on this machine. */
  static RunResult skipped(FaultPlan plan, RunInput input, String why) {
    Reports nothing = Reports.NONE;
    Findings findings =
        new Findings(nothing, false, 0, 0, 0, false, false, List.of(why), List.of(), "", List.of());
    Judgement judgement = new Judgement(Judgement.Status.VOID, why);
    return new RunResult(plan, input, findings, judgement, Duration.ZERO);
  }

  /** The number of processes that were killed or died at a crash point. */
  int kills() {
    return findings.kills() + findings.crashes();
  }

  boolean is(Judgement.Status status) {
    return judgement.status() == status;
  }

  /** The result in one line, without the run's number. */
  String line() {
    Reports reports = findings.reports();
    return String.format(
        Locale.ROOT,
        "seed %d %s lines=%d lines-per-request=%d kills=%d retries=%d redelivered=%d suppressed=%d longest=%.0fms %s%s %.1fs",
        plan.seed(),
        plan.name(),
        input.lines(),
        input.linesPerRequest(),
        kills(),
        reports.retries(),
        reports.redelivered(),
        reports.runs().duplicates(),
        reports.longestMillis(),
        judgement.status(),
        judgement.detail().isEmpty() ? "" : " (" + judgement.detail() + ")",
        took.toMillis() / 1e3);
  }
}
