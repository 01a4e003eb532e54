package pipeline.faults.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import pipeline.faults.plan.FaultPlan;
import pipeline.faults.system.RunInput;
import pipeline.faults.system.Setup;
import pipeline.rig.ConsumerReport;
import pipeline.wire.workload.Workload;

class CampaignTotalsTest {
  private static final RunInput INPUT = new RunInput(Workload.Counter.WORDCOUNT, 3_000, 1, false);

  private final CampaignTotals totals = new CampaignTotals();

  private void add(Judgement.Status status, int kills, double longestMillis) {
    FaultPlan plan = new FaultPlan(1, "test", Setup.STANDARD, Set.of(), List.of(), 1);
    Reports reports =
        new Reports(
            new ConsumerReport.Runs(3_000, List.of("3000"), 0, 0, 5), 7, 0, 0, 0, longestMillis);
    Findings findings =
        new Findings(reports, true, 0, kills, 0, false, true, List.of(), List.of(), "", List.of());
    totals.add(new RunResult(plan, INPUT, findings, new Judgement(status, ""), Duration.ZERO));
  }

  @Test
  void theSummaryHasTheSumsAndTheLongestWait() {
    add(Judgement.Status.EXACT, 1, 250);
    add(Judgement.Status.EXACT, 2, 1_250.4);
    assertThat(totals.allExact()).isTrue();

    add(Judgement.Status.VOID, 0, 30);
    assertThat(totals.line())
        .isEqualTo(
            "chaos: runs=3 exact=2 void=1 kills=3 redelivered=21 suppressed=15 longest=1250ms");
    assertThat(totals.allExact()).isFalse();
  }
}
