package pipeline.faults.run;

import java.util.ArrayList;
import java.util.List;
import pipeline.faults.plan.Evidence;
import pipeline.faults.plan.FaultPlan;

/**
 * The judgement of one run, a pure function of plan and findings.
 *
 * @param detail what was wrong or missing; what else is worth knowing of an exact run
 */
record Judgement(Status status, String detail) {

  /** What a run has shown. */
  enum Status {
    /** The run was counted exactly, with every fault that it planned. */
    EXACT,
    /** The counts of the run differ from the oracle's, or the proof does not hold. */
    WRONG,
    /** The run did not come to rest in the time promised, or a program gave up. */
    STUCK,
    /** The run was exact, but without the faults that it planned, and shows nothing. */
    VOID
  }

  static Judgement of(FaultPlan plan, int lines, Findings seen) {
    List<String> wrong = wrong(plan, lines, seen);
    if (!seen.stuck().isEmpty()) {
      return new Judgement(Status.STUCK, seen.stuck() + deaths(seen));
    }
    if (!wrong.isEmpty()) {
      return new Judgement(Status.WRONG, String.join(", ", wrong) + deaths(seen));
    }
    List<String> missing = missing(plan, seen);
    return missing.isEmpty()
        ? new Judgement(Status.EXACT, String.join(", ", seen.deaths()))
        : new Judgement(Status.VOID, String.join(", ", missing));
  }

  private static String deaths(Findings seen) {
    return seen.deaths().isEmpty() ? "" : "; " + String.join(", ", seen.deaths());
  }

  private static List<String> wrong(FaultPlan plan, int lines, Findings seen) {
    List<String> wrong = new ArrayList<>();
    if (!seen.countsEqual()) {
      wrong.add("counts differ from the oracle");
    }
    wrong.addAll(seen.reports().runs().wrong(lines));
    if (seen.dead() != plan.poison()) {
      wrong.add("dead queue holds " + seen.dead() + " instead of " + plan.poison());
    }
    wrong.addAll(seen.leaks());
    return wrong;
  }

  private static List<String> missing(FaultPlan plan, Findings seen) {
    List<String> missing = new ArrayList<>(seen.notDone());
    if (seen.kills() < plan.kills()) {
      missing.add("killed " + seen.kills() + " of " + plan.kills());
    }
    Reports reports = seen.reports();
    for (Evidence evidence : plan.evidence()) {
      boolean there =
          switch (evidence) {
            case RETRIES -> reports.retries() > 0;
            case REDELIVERED -> reports.redelivered() > 0;
            case SUPPRESSED -> reports.runs().duplicates() > 0;
            case CRASH -> seen.crashes() > 0;
            case COMMIT_REFUSED -> reports.refusedCommits() > 0;
            case HOSTILE_CLIENT -> seen.reachedAims();
            case LOSS_SEEN -> seen.lossSeen();
          };
      if (!there) {
        missing.add("no " + evidence);
      }
    }
    return missing;
  }
}
