package pipeline.client.load;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import pipeline.client.http.StopSignal;

/**
 * Stops a run whose servers have never answered: once as many requests as threads start together
 * (one is enough when a rate says how many there are) have used up all their retries without a
 * single answer, the rest would only fail as slowly. After a first answer, whatever its status, it
 * never stops the run again. Thread-safe.
 */
public final class UnreachableGuard implements StepListener {
  private final List<String> urls;
  private final StopSignal stop;
  private final AtomicInteger unanswered = new AtomicInteger();
  private volatile int limit;
  private volatile boolean answered;

  public UnreachableGuard(List<String> urls, StopSignal stop) {
    this.urls = urls;
    this.stop = stop;
  }

  @Override
  public void stepStarted(StepPlan plan, long startNanos) {
    int together = plan.leadIn().isEmpty() ? plan.threads() : plan.leadIn().get(0).threads();
    limit = plan.isOpen() ? 1 : together;
  }

  @Override
  public void ended(Result result) {
    if (answered) {
      return;
    }
    if (result.outcome().isAnswered()) {
      answered = true;
    } else if (unanswered.incrementAndGet() >= limit) {
      String all = String.join(", ", urls);
      stop.request("no server answers at " + all + ": " + result.outcome().error());
    }
  }
}
