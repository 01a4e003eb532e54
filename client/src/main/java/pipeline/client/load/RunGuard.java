package pipeline.client.load;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stops a run that can only fail from here on, with the reason. Thread-safe.
 *
 * <ul>
 *   <li>A server of ours answers 409: by its clock the run is too old or begins too far ahead, and
 *       so is all that is left of it.
 *   <li>The servers have never answered: as many requests as threads start together (one is enough
 *       when a rate says how many there are) have used up all their retries. After a first answer,
 *       whatever its status, silence never stops the run again.
 * </ul>
 */
public final class RunGuard implements StepListener {
  private static final int CONFLICT = 409;

  private final List<String> urls;
  private final boolean hasRuns;
  private final StopSignal stop;
  private final AtomicInteger unanswered = new AtomicInteger();
  private volatile int limit;
  private volatile boolean answered;

  /**
   * @param hasRuns whether the servers are ours
   */
  public RunGuard(List<String> urls, boolean hasRuns, StopSignal stop) {
    this.urls = urls;
    this.hasRuns = hasRuns;
    this.stop = stop;
  }

  @Override
  public void stepStarted(StepPlan plan, long startNanos) {
    int together = plan.leadIn().isEmpty() ? plan.threads() : plan.leadIn().get(0).threads();
    limit = plan.stage().isOpen() ? 1 : together;
  }

  @Override
  public void ended(Result result) {
    if (hasRuns && result.outcome().status() == CONFLICT) {
      stop.request(
          "the run is refused at " + urls.get(result.server()) + ": " + result.outcome().error());
    }
    if (answered) {
      return;
    }
    if (result.outcome().isAnswered()) {
      answered = true;
    } else if (unanswered.incrementAndGet() >= limit) {
      stop.request(
          "no server answers at " + String.join(", ", urls) + ": " + result.outcome().error());
    }
  }
}
