package pipeline.faults.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import pipeline.faults.plan.Fault;
import pipeline.faults.plan.FaultCatalogue;
import pipeline.faults.plan.FaultPlan;

/**
 * One of the runs that were asked for. A void run is made again with another seed, a few times at
 * most. Used by one worker.
 */
public final class SeededRun implements Campaign.Task {
  private static final int MAX_ATTEMPTS = 4;

  private final int number;
  private final long seed;
  private final long nextSeed;
  private final LongFunction<FaultPlan> plans;
  private final CampaignTotals totals;

  /**
   * @param plans the plan of a seed
   * @param nextSeed what is added to the seed after a void run
   */
  private SeededRun(
      int number, long seed, long nextSeed, LongFunction<FaultPlan> plans, CampaignTotals totals) {
    this.number = number;
    this.seed = seed;
    this.nextSeed = nextSeed;
    this.plans = plans;
    this.totals = totals;
  }

  /**
   * The given number of runs, each with the plan of its seed.
   *
   * @param sized gives a plan its lines a request
   */
  public static List<SeededRun> drawn(
      int runs,
      long firstSeed,
      FaultCatalogue catalogue,
      UnaryOperator<FaultPlan> sized,
      CampaignTotals totals) {
    // a void run's stand-in has the same first fault, and a seed that no other run has
    long nextSeed = (long) catalogue.cycle() * runs;
    List<SeededRun> selected = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      selected.add(
          new SeededRun(
              i + 1,
              firstSeed + i,
              nextSeed,
              seed -> sized.apply(FaultPlan.drawn(seed, catalogue)),
              totals));
    }
    return selected;
  }

  /**
   * A run for each name.
   *
   * @throws IllegalArgumentException there is no such fault
   */
  public static List<SeededRun> named(
      List<String> faults,
      long firstSeed,
      FaultCatalogue catalogue,
      UnaryOperator<FaultPlan> sized,
      CampaignTotals totals) {
    List<SeededRun> selected = new ArrayList<>();
    for (int i = 0; i < faults.size(); i++) {
      Fault fault = catalogue.named(faults.get(i));
      selected.add(
          new SeededRun(
              i + 1,
              firstSeed + i,
              faults.size(),
              seed -> sized.apply(FaultPlan.of(seed, List.of(fault))),
              totals));
    }
    return selected;
  }

  @Override
  public void perform(Campaign.Worker worker) throws IOException, InterruptedException {
    RunResult result = null;
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      FaultPlan plan = plans.apply(seed + attempt * nextSeed);
      result = worker.run("run " + number, plan, r -> r.is(Judgement.Status.EXACT));
      if (!result.is(Judgement.Status.VOID)) {
        break;
      }
    }
    totals.add(result);
  }
}
