package pipeline.faults.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import pipeline.faults.plan.Evidence;
import pipeline.faults.plan.FaultAction;
import pipeline.faults.plan.FaultPlan;
import pipeline.faults.plan.TimedAction;
import pipeline.faults.system.Setup;
import pipeline.rig.Component;
import pipeline.rig.ConsumerReport;

class JudgementTest {
  private static final int LINES = 3_000;
  private static final Reports GOOD =
      new Reports(proof("lines=3000 of=3000 missing=0 duplicates=5"), 6, 7, 0, 0, 9);
  private static final Findings EXACT = findings(GOOD, true, 0, "");

  private static ConsumerReport.Runs proof(String figures) {
    String run = "0123456789abcdef0123456789abcdef";
    return new ConsumerReport("run " + run + " " + figures).runs(run);
  }

  private static Findings findings(Reports reports, boolean equal, int dead, String stuck) {
    return new Findings(
        reports, equal, dead, 1, 0, false, false, List.of(), List.of(), stuck, List.of());
  }

  private static FaultPlan plan(Set<Evidence> evidence, TimedAction... actions) {
    return new FaultPlan(1, "test", Setup.STANDARD, evidence, List.of(actions), 1);
  }

  private static Judgement judge(Findings findings) {
    return Judgement.of(plan(Set.of()), LINES, findings);
  }

  @Test
  void exactWhenCountsAndProofHold() {
    assertThat(judge(EXACT)).isEqualTo(new Judgement(Judgement.Status.EXACT, ""));
  }

  @Test
  void wrongWhenTheCountsDiffer() {
    assertThat(judge(findings(GOOD, false, 0, "")))
        .isEqualTo(new Judgement(Judgement.Status.WRONG, "counts differ from the oracle"));
  }

  @Test
  void wrongWhenLinesAreMissingByTheRunsEnd() {
    Reports missing = new Reports(proof("lines=2999 of=3000 missing=1"), 0, 0, 0, 0, 0);
    assertThat(judge(findings(missing, true, 0, "")))
        .isEqualTo(new Judgement(Judgement.Status.WRONG, "lines=2999 of 3000, missing=1"));
  }

  @Test
  void wrongWhenTheReportDoesNotNameTheRun() {
    assertThat(judge(findings(Reports.NONE, true, 0, "")).detail())
        .startsWith("the report does not name the run");
  }

  @Test
  void wrongWhenGoodMessagesWereMovedAside() {
    assertThat(judge(findings(GOOD, true, 1, "")).status()).isEqualTo(Judgement.Status.WRONG);
  }

  @Test
  void wrongWhenPoisonIsNotInTheDeadQueue() {
    FaultPlan poisoned = plan(Set.of(), new TimedAction(1, 1, new FaultAction.Poison(3, 0, false)));
    assertThat(Judgement.of(poisoned, LINES, findings(GOOD, true, 2, "")).status())
        .isEqualTo(Judgement.Status.WRONG);
    assertThat(Judgement.of(poisoned, LINES, findings(GOOD, true, 3, "")).status())
        .isEqualTo(Judgement.Status.EXACT);
  }

  @Test
  void stuckBeforeAnythingElse() {
    assertThat(judge(findings(GOOD, false, 0, "no empty queue within 60 s")))
        .isEqualTo(new Judgement(Judgement.Status.STUCK, "no empty queue within 60 s"));
  }

  @Test
  void voidWithoutTheEvidence() {
    Findings nothing =
        findings(
            new Reports(proof("lines=3000 of=3000 missing=0 duplicates=0"), 0, 0, 0, 0, 0),
            true,
            0,
            "");
    Judgement judgement = Judgement.of(plan(EnumSet.allOf(Evidence.class)), LINES, nothing);
    assertThat(judgement.status()).isEqualTo(Judgement.Status.VOID);
    for (Evidence evidence : Evidence.values()) {
      assertThat(judgement.detail()).contains("no " + evidence);
    }
  }

  @Test
  void voidWhenTheLoadWasOverTooEarly() {
    Findings late =
        new Findings(GOOD, true, 0, 1, 0, false, false, List.of("over"), List.of(), "", List.of());
    assertThat(judge(late)).isEqualTo(new Judgement(Judgement.Status.VOID, "over"));
  }

  @Test
  void voidWhenThereWasNothingLeftToKill() {
    FaultAction pair = new FaultAction.Kill(Set.of(Component.BROKER, Component.CONSUMER), false);
    assertThat(Judgement.of(plan(Set.of(), new TimedAction(1, 2, pair)), LINES, EXACT))
        .isEqualTo(new Judgement(Judgement.Status.VOID, "killed 1 of 2"));
  }

  @Test
  void wrongGoesBeforeVoid() {
    Findings both =
        new Findings(GOOD, false, 0, 1, 0, false, false, List.of("over"), List.of(), "", List.of());
    assertThat(judge(both).status()).isEqualTo(Judgement.Status.WRONG);
  }
}
