package pipeline.client.load;

import pipeline.client.http.Outcome;

/**
 * The result of a request. It holds nothing of the request itself, so that many results can wait.
 *
 * @param type the request's name in reports, such as {@code POST}
 * @param lines how many lines the request carried; none if it was a read
 * @param server which of the servers made the last attempt's outcome, from 0 in the order of the
 *     command line
 * @param begunNanos when its first attempt began; in the open model when it was due
 * @param intendedNanos when it was due, in the open model; in the closed one the same as startNanos
 * @param startNanos when the last attempt began, on the run's monotonic clock
 * @param serviceNanos from the start of the last attempt to the end of its answer; earlier attempts
 *     and the waits between them are not part of it
 * @param attempts how often it was sent, 1 when the first attempt settled it
 */
public record Result(
    String type,
    int lines,
    int server,
    long begunNanos,
    long intendedNanos,
    long startNanos,
    long serviceNanos,
    int attempts,
    Outcome outcome) {

  /** This result with the moment at which the request was due, for the open model. */
  Result dueAt(long nanos) {
    return new Result(
        type, lines, server, nanos, nanos, startNanos, serviceNanos, attempts, outcome);
  }

  /** The last decimal with which response times in milliseconds are written. */
  private static final long TICK_NANOS = 100;

  /**
   * The response time, rounded so that rows, histograms and sums have the same: in the open model
   * all the time since the request was due, with its wait for a free sender, earlier attempts and
   * the waits between them; in the closed model the service time.
   */
  public long latencyNanos() {
    return (endNanos() - intendedNanos + TICK_NANOS / 2) / TICK_NANOS * TICK_NANOS;
  }

  /**
   * The time that the sender spent on the request, with earlier attempts and the waits between
   * them.
   */
  long waitNanos() {
    return endNanos() - begunNanos;
  }

  public long endNanos() {
    return startNanos + serviceNanos;
  }
}
