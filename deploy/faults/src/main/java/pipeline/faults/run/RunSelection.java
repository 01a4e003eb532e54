package pipeline.faults.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import pipeline.faults.plan.Fault;
import pipeline.faults.plan.FaultCatalogue;
import pipeline.faults.plan.FaultPlan;

/** The runs that a command line asks for. Immutable. */
public final class RunSelection {
  /** The faults of a quick campaign: each breaks the pipeline in another way, none takes long. */
  public static final List<String> QUICK_FAULTS =
      List.of(
          "kill-broker+consumer",
          "kill-server",
          "swallow-confirms",
          "swallow-answers",
          "crash:pub.afterPublish:100",
          "crash:con.afterClaim:100",
          "crash:ckpt.committed:2",
          "crash:con.beforeAck:last",
          "hostile-runs",
          "hostile-words",
          "hostile-slow-bodies",
          "hostile-unread-answers");

  public static final List<String> QUICK_CONTROLS =
      List.of("no-identities", "ack-before-commit", "mandatory-off", "wrong-end");

  private final FaultCatalogue catalogue;
  private final UnaryOperator<FaultPlan> withLinesPerRequest;

  /**
   * @param withLinesPerRequest gives a plan its lines a request
   */
  public RunSelection(FaultCatalogue catalogue, UnaryOperator<FaultPlan> withLinesPerRequest) {
    this.catalogue = catalogue;
    this.withLinesPerRequest = withLinesPerRequest;
  }

  /** The given number of runs, each with the plan of its seed. */
  public List<SeededRun> drawn(int runs, long firstSeed, CampaignTotals totals) {
    List<SeededRun> selected = new ArrayList<>();
    // a void run's stand-in has the same first fault, and a seed that no other run has
    long nextSeed = (long) catalogue.cycle() * runs;
    for (int i = 0; i < runs; i++) {
      selected.add(
          new SeededRun(
              i + 1,
              firstSeed + i,
              nextSeed,
              seed -> withLinesPerRequest.apply(FaultPlan.drawn(seed, catalogue)),
              totals));
    }
    return selected;
  }

  /**
   * A run for each name.
   *
   * @throws IllegalArgumentException there is no such fault
   */
  public List<SeededRun> named(List<String> faults, long firstSeed, CampaignTotals totals) {
    List<SeededRun> selected = new ArrayList<>();
    for (String name : faults) {
      Fault fault = catalogue.named(name);
      int i = selected.size();
      selected.add(
          new SeededRun(
              i + 1,
              firstSeed + i,
              faults.size(),
              seed -> withLinesPerRequest.apply(FaultPlan.of(seed, List.of(fault))),
              totals));
    }
    return selected;
  }
}
