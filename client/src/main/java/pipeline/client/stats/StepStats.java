package pipeline.client.stats;

import java.util.List;
import java.util.Map;

/**
 * The numbers of a step's measured part.
 *
 * @param threads how many send at once, after the lead-in
 * @param meanThreads how many were at work on average, those of the lead-in included; the same as
 *     {@code threads} without one
 * @param successes response times of the requests that were answered 2xx
 * @param failures how many requests were given up
 * @param serviceTimes what the servers needed for the successes; in the closed model the same as
 *     their response times
 * @param attempts how often the requests were sent, retries included
 * @param longestWaitNanos the longest time from a request's first attempt (in the open model: from
 *     when it was due) until it was answered 2xx or given up, with all attempts and the waits
 *     between them
 * @param lines how many lines the successes carried
 * @param wallNanos from the end of the warm-up until the last thread ended
 * @param errors what went wrong, by text, with the number of attempts it happened to; here the
 *     warm-up is not left out
 * @param servers each server's share, in the order of the command line
 */
public record StepStats(
    int threads,
    double meanThreads,
    LatencyStats successes,
    long failures,
    LatencyStats serviceTimes,
    long attempts,
    long longestWaitNanos,
    long lines,
    long wallNanos,
    Map<String, Long> errors,
    List<Server> servers) {
  /**
   * One server's share of a step.
   *
   * @param successes response times of the requests it answered 2xx
   * @param failures how many requests were given up with it as the last one tried
   */
  public record Server(String url, LatencyStats successes, long failures) {}

  public long requests() {
    return successes.count() + failures;
  }

  public long retries() {
    return attempts - requests();
  }

  public double longestWaitMillis() {
    return longestWaitNanos / 1e6;
  }

  /** The number of successes a second of wall time. */
  public double throughput() {
    return perSecond(successes.count());
  }

  /** The number of lines in successes a second of wall time. */
  public double linesPerSecond() {
    return perSecond(lines);
  }

  /** A number of requests or lines as a rate over the wall time; 0 if no time was measured. */
  public double perSecond(long number) {
    return wallNanos <= 0 ? 0 : number * 1e9 / wallNanos;
  }

  /**
   * The throughput that all threads would reach if none ever waited for anything but its server:
   * Little's law, X = N / mean service time, N being those at work. 0 without successes.
   */
  public double predictedThroughput() {
    double mean = serviceTimes.meanMillis();
    return mean == 0 ? 0 : meanThreads * 1e3 / mean;
  }
}
