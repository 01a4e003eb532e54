package pipeline.faults.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.faults.run.RunResult.Reports;
import pipeline.faults.run.RunResult.Status;
import pipeline.rig.Component;
import pipeline.rig.ConsumerReport;
import pipeline.wire.workload.Workload;

/** A run is exact only if nothing speaks against it, and void if its fault did not come about. */
class RunResultTest {
  private static final String RUN = "0123456789abcdef0123456789abcdef";
  private static final RunInput INPUT =
      new RunInput(Workload.Counter.WORDCOUNT, 3_000, 1, false, 0);
  private static final String PROOF = "lines=3000 of=3000 missing=0 duplicates=5";

  private static FaultPlan plan(Set<FaultPlan.Evidence> evidence, FaultAction... actions) {
    return new FaultPlan(1, "test", Setup.STANDARD, evidence, List.of(actions), 1);
  }

  /** The result of a run in which one process was killed. */
  private static RunResult result(
      FaultPlan plan, String proof, boolean equal, int dead, String notDone, String stuck) {
    String report = proof.isEmpty() ? "" : "run " + RUN + " " + proof;
    ConsumerReport.Runs runs = new ConsumerReport(report).runs(RUN);
    Reports reports = new Reports(runs, 7, 0, 0, 0, 250);
    List<String> over = notDone.isEmpty() ? List.of() : List.of(notDone);
    RunResult.Findings findings =
        new RunResult.Findings(
            reports, equal, dead, 1, 0, false, false, over, List.of(), stuck, List.of());
    return RunResult.of(plan, INPUT, findings, Duration.ZERO);
  }

  private static RunResult result(FaultPlan plan, int dead) {
    return result(plan, PROOF, true, dead, "", "");
  }

  @ParameterizedTest
  @CsvSource({
    "lines=3000 of=3000 missing=0, true, 0, '', '', EXACT, ''",
    "lines=3000 of=3000 missing=0, false, 0, '', '', WRONG, counts differ from the oracle",
    "lines=2999 of=3000 missing=1, true, 0, '', '', WRONG, 'lines=2999 of 3000, missing=1'",
    "'', true, 0, '', '', WRONG, 'the report does not name the run, lines=0 of 3000'",
    "lines=3000 of=3000 missing=0, true, 1, '', '', WRONG, dead queue holds 1 instead of 0",
    "lines=3000 of=3000 missing=0, true, 0, over, '', VOID, over",
    "lines=3000 of=3000 missing=0, false, 0, over, '', WRONG, counts differ from the oracle",
    "lines=3000 of=3000 missing=0, false, 0, over, no empty queue, STUCK, no empty queue"
  })
  void whatIsWorseGoesFirst(
      String proof,
      boolean equal,
      int dead,
      String notDone,
      String stuck,
      Status status,
      String detail) {
    RunResult result = result(plan(Set.of()), proof, equal, dead, notDone, stuck);
    assertThat(result.status()).isEqualTo(status);
    assertThat(result.detail()).isEqualTo(detail);
  }

  @Test
  void poisonMustBeInTheDeadQueue() {
    FaultPlan poisoned = plan(Set.of(), FaultAction.poison(3, 0, false));
    assertThat(result(poisoned, 2).status()).isEqualTo(Status.WRONG);
    assertThat(result(poisoned, 3).status()).isEqualTo(Status.EXACT);
  }

  @Test
  void voidWithoutTheEvidence() {
    Set<FaultPlan.Evidence> all = EnumSet.allOf(FaultPlan.Evidence.class);
    all.remove(FaultPlan.Evidence.REDELIVERED);
    String once = "lines=3000 of=3000 missing=0 duplicates=0";
    RunResult result = result(plan(all), once, true, 0, "", "");
    assertThat(result.status()).isEqualTo(Status.VOID);
    assertThat(all).allSatisfy(each -> assertThat(result.detail()).contains("no " + each));
  }

  @Test
  void voidWhenThereWasNothingLeftToKill() {
    FaultAction one = FaultAction.kill(Component.BROKER);
    FaultAction another = FaultAction.kill(Component.CONSUMER);
    assertThat(result(plan(Set.of(), one, another), 0).detail()).isEqualTo("killed 1 of 2");
  }

  @Test
  void theSummaryHasTheSumsAndTheLongestWait() {
    SeededRuns runs = new SeededRuns(0, List.of(), 1, new FaultCatalogue(INPUT), plan -> plan);
    runs.add(result(plan(Set.of()), 0));
    runs.add(result(plan(Set.of()), 0));
    assertThat(runs.areExact()).isTrue();
    runs.add(result(plan(Set.of()), PROOF, true, 0, "over", ""));
    assertThat(runs.line())
        .isEqualTo(
            "chaos: runs=3 exact=2 void=1 kills=3 redelivered=21 suppressed=15 longest=250ms");
    assertThat(runs.areExact()).isFalse();
  }

  @Test
  void takesTheLastProofAndAllRedeliveries(@TempDir Path directory) throws IOException {
    RunFiles files = new RunFiles(directory, RUN);
    String consumer =
        """
        run %s lines=2990 of=? missing=10 duplicates=4 gaps=3-12
        messages=9 redelivered=7
        12:00:00 ERROR Committer - counts cannot be made durable, so nothing is acked: full
        consumer: cannot use --state DIR: torn
        consumer: cannot use --state DIR: torn
        run ffffffffffffffffffffffffffffffff lines=1 of=? missing=0 duplicates=99
        run %s lines=2999 of=2999 missing=0 duplicates=5
        run %s lines=1 of=? missing=0 duplicates=1
        messages=9 redelivered=1
        """
            .formatted(RUN, RUN, files.heldRun());
    String client =
        """
        client: retries: 3
        client: 2 x HTTP 503
        Max response time : 87.5000 ms
        client: retries: 1,004
        """;
    Files.writeString(
        directory.resolve("client-0.json"),
        "{\"steps\":[{\"retries\":3,\"longestWait\":1087.5,\"max\":87.5}]}");
    Files.writeString(directory.resolve("client-2.json"), "{\"steps\":[{\"longestWait\":null}]}");
    Files.writeString(directory.resolve("client-3.json"), "{\"steps\":[{\"longestWait\":12.25}]}");
    ConsumerReport.Runs runs = new ConsumerReport.Runs(3_000, List.of("2999", "?"), 0, 0, 6);
    assertThat(Reports.read(files, client, new ConsumerReport(consumer)))
        .isEqualTo(new Reports(runs, 8, 1_007, 1, 2, 1_087.5));
  }
}
