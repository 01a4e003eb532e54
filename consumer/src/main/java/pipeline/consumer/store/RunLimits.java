package pipeline.consumer.store;

import java.time.Duration;

/**
 * What is kept of runs.
 *
 * @param maxRuns how many of them are admitted
 * @param ttl how long a run is remembered after it was last seen
 */
public record RunLimits(int maxRuns, Duration ttl) {}
