package pipeline.faults.run;

import pipeline.faults.system.PipelineUnderTest;
import pipeline.faults.system.RunInput;

/** The symptom that shows that a pipeline is unsafe. */
enum Symptom {
  /**
   * The words are wrong, or confirmed lines are in the dead queue, or the state is so broken that
   * the consumer will not go on from it. A program that never got to work is no proof.
   */
  MISCOUNTED {
    @Override
    boolean isSeenIn(RunResult result) {
      Findings findings = result.findings();
      return findings.reports().refusedStates() > 0
          || (result.is(Judgement.Status.WRONG)
              && (!findings.countsEqual() || findings.dead() > 0));
    }
  },
  /** All lines were counted, but the report says that the run has another number of lines. */
  WRONG_END {
    @Override
    boolean isSeenIn(RunResult result) {
      Findings findings = result.findings();
      int sent = result.input().lines();
      return result.is(Judgement.Status.WRONG)
          && findings.countsEqual()
          && findings.reports().runs().lines() == sent
          && !(findings.reports().runs().isClosed() && findings.reports().runs().total() == sent);
    }
  },
  /** A program has died because its heap was too small. */
  OUT_OF_MEMORY {
    @Override
    boolean isSeenIn(RunResult result) {
      return result.findings().deaths().stream()
          .anyMatch(death -> death.endsWith(" " + PipelineUnderTest.OUT_OF_MEMORY));
    }
  },
  /** Most of the client's threads had to try again, since no answer came in time. */
  KEPT_WAITING {
    @Override
    boolean isSeenIn(RunResult result) {
      return result.findings().reports().retries() > RunInput.USUAL_THREADS / 2;
    }
  };

  abstract boolean isSeenIn(RunResult result);
}
