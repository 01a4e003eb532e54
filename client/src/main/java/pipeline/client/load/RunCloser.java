package pipeline.client.load;

import pipeline.client.http.Outcome;
import pipeline.client.http.Request;
import pipeline.client.http.Servers;
import pipeline.wire.identity.RunId;

/**
 * Tells the servers that a run has ended, so that lines which are lost after their confirmation are
 * missed even if they were its last ones. What it sends is no part of any statistics.
 */
public record RunCloser(Servers servers, RetryPolicy policy, StopSignal stop, RunClock clock) {
  /**
   * Sends the end to one server, and after a failure to the next.
   *
   * @param lines how many lines the run has, all of them confirmed
   * @return how the last attempt ended
   */
  public Outcome close(RunId run, long lines) throws InterruptedException {
    RetryingSender sender =
        new RetryingSender(servers, policy, error -> {}, stop, clock.nanoClock());
    return sender.send(Request.end(run, lines)).outcome();
  }
}
