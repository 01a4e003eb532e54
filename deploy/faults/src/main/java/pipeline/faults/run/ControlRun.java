package pipeline.faults.run;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs a control both ways: the safe pipeline must stay exact and unharmed under the very fault
 * that harms the unsafe one, else the fault and not the unsafe setting would be what is caught.
 */
public final class ControlRun implements Campaign.Task {
  private static final int MAX_ATTEMPTS = 3;

  private final Control control;
  private final AtomicInteger caught;

  public ControlRun(Control control, AtomicInteger caught) {
    this.control = control;
    this.caught = caught;
  }

  @Override
  public void perform(RunEnvironment environment) throws IOException, InterruptedException {
    String label = "control";
    boolean safeIsExact = isUnharmed(environment.run(label, control.safePlan(), this::isUnharmed));
    boolean shown = false;
    for (int attempt = 0; attempt < MAX_ATTEMPTS && !shown; attempt++) {
      shown =
          control
              .symptom()
              .isSeenIn(environment.run(label, control.unsafePlan(), control.symptom()::isSeenIn));
    }
    if (safeIsExact && shown) {
      caught.incrementAndGet();
    }
    environment.say(
        "control %s: %s, safe pipeline %s"
            .formatted(
                control.name(),
                shown ? "caught" : "NOT CAUGHT",
                safeIsExact ? "exact" : "NOT EXACT"));
  }

  private boolean isUnharmed(RunResult result) {
    return result.is(Judgement.Status.EXACT) && !control.symptom().isSeenIn(result);
  }
}
