package pipeline.client.report;

import pipeline.client.stats.LatencySummary;

/**
 * The requests that ended within one second of a step.
 *
 * @param step the step's number, from 0
 * @param startNanos when it began, on the run's monotonic clock
 * @param lengthNanos a second, or what was left of the step
 * @param warmUp whether it began in the warm-up
 * @param lines how many lines the successes carried
 * @param latency of the successes
 */
record Second(
    int step,
    long startNanos,
    long lengthNanos,
    boolean warmUp,
    long failures,
    long lines,
    LatencySummary latency) {
  long successes() {
    return latency.count();
  }
}
