package pipeline.consumer.store;

import java.time.Duration;

/**
 * How far a store may grow, and for how long it remembers.
 *
 * @param runs how many runs are admitted
 * @param identityBytes for the identities of all runs
 * @param wordBytes for the names of all numbers
 * @param ttl how long a run's identities are remembered after its last entry
 */
public record Limits(int runs, long identityBytes, long wordBytes, Duration ttl) {}
