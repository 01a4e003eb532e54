package pipeline.faults;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs a control both ways: the safe pipeline must stay exact under the very fault that makes the
 * unsafe one miscount, else the fault and not the unsafe setting would be what is caught.
 */
final class ControlRun implements Campaign.Task {
  private static final int MAX_ATTEMPTS = 3;

  private final Control control;
  private final AtomicInteger caught;

  ControlRun(Control control, AtomicInteger caught) {
    this.control = control;
    this.caught = caught;
  }

  @Override
  public void perform(RunEnvironment environment) throws IOException, InterruptedException {
    String label = "control";
    boolean safeIsExact =
        environment.run(label, control.safePlan(), ControlRun::isExact).is(Verdict.State.EXACT);
    boolean shown = false;
    for (int attempt = 0; attempt < MAX_ATTEMPTS && !shown; attempt++) {
      shown = isCaught(environment.run(label, control.unsafePlan(), ControlRun::isCaught));
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

  private static boolean isExact(RunResult result) {
    return result.is(Verdict.State.EXACT);
  }

  /**
   * The words are wrong, or confirmed lines are in the dead queue, or the state is so broken that
   * the consumer will not go on from it. A program that never got to work is no proof.
   */
  private static boolean isCaught(RunResult result) {
    Findings findings = result.findings();
    boolean miscounted =
        result.is(Verdict.State.WRONG) && (!findings.countsEqual() || findings.dead() > 0);
    return miscounted || findings.reports().refusedStates() > 0;
  }
}
