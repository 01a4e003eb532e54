package pipeline.client.stats;

/**
 * One server's share of a step.
 *
 * @param successes response times of the requests it answered 2xx
 * @param failures how many requests were given up with it as the last one tried
 */
public record ServerStats(String url, LatencyStats successes, long failures) {}
