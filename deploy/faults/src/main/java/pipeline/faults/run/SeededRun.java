package pipeline.faults.run;

import java.io.IOException;
import java.util.function.LongFunction;
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
  SeededRun(
      int number, long seed, long nextSeed, LongFunction<FaultPlan> plans, CampaignTotals totals) {
    this.number = number;
    this.seed = seed;
    this.nextSeed = nextSeed;
    this.plans = plans;
    this.totals = totals;
  }

  @Override
  public void perform(RunEnvironment environment) throws IOException, InterruptedException {
    RunResult result = null;
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      FaultPlan plan = plans.apply(seed + attempt * nextSeed);
      result = environment.run("run " + number, plan, r -> r.is(Judgement.Status.EXACT));
      if (!result.is(Judgement.Status.VOID)) {
        break;
      }
    }
    totals.add(result);
  }
}
