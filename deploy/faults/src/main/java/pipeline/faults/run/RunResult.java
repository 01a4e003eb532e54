package pipeline.faults.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pipeline.rig.ConsumerReport;

/**
 * The result of one run.
 *
 * @param detail what was wrong or missing; what else is worth knowing of an exact run
 */
record RunResult(
    FaultPlan plan,
    RunInput input,
    Findings findings,
    Status status,
    String detail,
    Duration took) {
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

  /**
   * What the programs of a run have said about it.
   *
   * @param runs whose lines were sent, by the consumer's last report
   * @param redelivered messages delivered again, by all reports together
   * @param retries requests sent again, by all clients that lived to say so
   * @param refusedCommits how often the consumer has said that it cannot make its counts durable
   * @param refusedStates how often the consumer has refused to start from what is in its directory
   * @param longestMillis the longest time from a request's first attempt to its last answer,
   *     retries and the waits between them included, by all clients that lived to say so
   */
  record Reports(
      ConsumerReport.Runs runs,
      long redelivered,
      long retries,
      long refusedCommits,
      long refusedStates,
      double longestMillis) {
    static final Reports NONE = new Reports(new ConsumerReport("").runs(), 0, 0, 0, 0, 0);

    private static final Pattern LONGEST = Pattern.compile("\"longestWait\":([0-9.]+)");
    private static final Pattern RETRIES = Pattern.compile("client: retries: ([\\d,]+)");

    static Reports read(RunFiles files, String client, ConsumerReport consumer) throws IOException {
      long retries =
          RETRIES
              .matcher(client)
              .results()
              .mapToLong(found -> Long.parseLong(found.group(1).replace(",", "")))
              .sum();
      return new Reports(
          consumer.runs(files.runId(), files.heldRun()),
          consumer.redelivered(),
          retries,
          consumer.saying(PipelineUnderTest.REFUSED_COMMIT),
          consumer.saying("cannot use --state"),
          longest(files.clientResults()));
    }

    private static double longest(List<Path> clientResults) throws IOException {
      double longest = 0;
      for (Path result : clientResults) {
        Matcher wait = LONGEST.matcher(Files.readString(result));
        longest = wait.find() ? Math.max(longest, Double.parseDouble(wait.group(1))) : longest;
      }
      return longest;
    }
  }

  /**
   * What was seen in a run and after it.
   *
   * @param reports what the programs say
   * @param countsEqual whether the dump equals the oracle's counts, byte for byte
   * @param dead messages in the dead queue
   * @param kills processes killed by an action of the plan
   * @param crashes processes that died at their crash point
   * @param lossSeen whether a report showed missing lines before the file was sent again
   * @param reachedAims whether every hostile client has reached its aim
   * @param notDone planned actions that came too late to matter, and other reasons to call it void
   * @param leaks programs that hold much more than at the start
   * @param stuck what the run waited for in vain; empty for nothing
   * @param deaths programs that died without being asked, each with its status
   */
  record Findings(
      Reports reports,
      boolean countsEqual,
      long dead,
      int kills,
      int crashes,
      boolean lossSeen,
      boolean reachedAims,
      List<String> notDone,
      List<String> leaks,
      String stuck,
      List<String> deaths) {}

  /** Judges a run, by plan and findings alone. */
  static RunResult of(FaultPlan plan, RunInput input, Findings seen, Duration took) {
    List<String> wrong = wrong(plan, input.lines(), seen);
    List<String> missing = missing(plan, seen);
    String deaths = String.join(", ", seen.deaths());
    String also = deaths.isEmpty() ? "" : "; " + deaths;
    if (!seen.stuck().isEmpty()) {
      return new RunResult(plan, input, seen, Status.STUCK, seen.stuck() + also, took);
    }
    if (!wrong.isEmpty()) {
      String detail = String.join(", ", wrong) + also;
      return new RunResult(plan, input, seen, Status.WRONG, detail, took);
    }
    return missing.isEmpty()
        ? new RunResult(plan, input, seen, Status.EXACT, deaths, took)
        : new RunResult(plan, input, seen, Status.VOID, String.join(", ", missing), took);
  }

  /** A run that cannot be done on this machine. */
  static RunResult skipped(FaultPlan plan, RunInput input, String why) {
    Findings nothing =
        new Findings(
            Reports.NONE, false, 0, 0, 0, false, false, List.of(), List.of(), "", List.of());
    return new RunResult(plan, input, nothing, Status.VOID, why, Duration.ZERO);
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
    for (FaultPlan.Evidence evidence : plan.evidence()) {
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

  boolean is(Status wanted) {
    return status == wanted;
  }

  /** The number of processes that were killed or died at a crash point. */
  int kills() {
    return findings.kills() + findings.crashes();
  }

  /** The result in one line, without the run's number. */
  String line() {
    Reports reports = findings.reports();
    return String.format(
        Locale.ROOT,
        "seed %d %s lines=%d lines-per-request=%d kills=%d retries=%d redelivered=%d suppressed=%d"
            + " longest=%.0fms %s%s %.1fs",
        plan.seed(),
        plan.name(),
        input.lines(),
        input.linesPerRequest(),
        kills(),
        reports.retries(),
        reports.redelivered(),
        reports.runs().duplicates(),
        reports.longestMillis(),
        status,
        detail.isEmpty() ? "" : " (" + detail + ")",
        took.toMillis() / 1e3);
  }
}
