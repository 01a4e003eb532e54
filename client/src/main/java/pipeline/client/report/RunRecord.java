package pipeline.client.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import pipeline.client.load.RunClock;
import pipeline.client.load.StepResult;
import pipeline.client.workload.Input;
import pipeline.client.workload.Part;
import pipeline.wire.identity.RunId;

/**
 * A whole run, with all that is needed to repeat or compare it.
 *
 * @param arguments the command line as typed; no option takes a secret
 * @param clock by which everything was timed; its origin is the start
 * @param input what was sent
 * @param part which part of it
 * @param rounds how often the input was to be sent; empty if time ended the load
 * @param urls the servers, in the order of the command line
 * @param steps those that were run, in order; the last may have been cut short
 * @param stoppedBecause why the run ended early, "" if it did not
 * @param serverAheadMillis by how much the servers' clock is ahead of this one; empty if unknown
 * @param environment the machine and JVM on which the client ran; empty for those of this process
 */
public record RunRecord(
    List<String> arguments,
    RunClock clock,
    RunId runId,
    Input input,
    Part part,
    OptionalLong rounds,
    List<String> urls,
    List<StepResult> steps,
    String stoppedBecause,
    OptionalLong serverAheadMillis,
    Optional<Object> environment) {
  /** The number of lines in all requests that have ended, warm-ups included. */
  public long linesSent() {
    return steps.stream().mapToLong(StepResult::linesSent).sum();
  }

  /** Whether every request of the whole load succeeded. */
  public boolean isWhole() {
    return stoppedBecause.isEmpty() && steps.stream().allMatch(step -> step.failed() == 0);
  }

  /** When the first step began, on the run's monotonic clock. */
  long originNanos() {
    return steps.isEmpty() ? clock.originNanos() : steps.get(0).startNanos();
  }

  /** A moment, as seconds since the first step began. */
  double secondsAt(long nanos) {
    return (nanos - originNanos()) / 1e9;
  }
}
