package pipeline.consumer.store.redis;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import pipeline.consumer.store.Budget;
import pipeline.consumer.store.Refusal;
import pipeline.wire.identity.RunId;

/**
 * What this consumer knows of the runs in Redis, so that an entry is judged without asking. Redis
 * has the last word when it counts; until then a run that Redis may forget soon is not relied on.
 * Thread-safe.
 */
final class KnownRuns {
  private final int maxRuns;
  private final long ttlMillis;
  private final LongSupplier elapsedMillis;

  /** Those that Redis had, with the time at which it last saw them. Guarded by this. */
  private final Map<RunId, Long> counted = new HashMap<>();

  /** Those of which Redis has nothing yet. Guarded by this. */
  private final Set<RunId> admitted = new HashSet<>();

  private long horizonMillis;

  /**
   * Knows nothing yet.
   *
   * @param maxRuns how many are admitted
   * @param ttl the age from which Redis may forget a run
   * @param elapsedMillis a time since any moment that never jumps
   */
  KnownRuns(int maxRuns, Duration ttl, LongSupplier elapsedMillis) {
    this.maxRuns = maxRuns;
    this.ttlMillis = ttl.toMillis();
    this.elapsedMillis = elapsedMillis;
  }

  /** Why entries of this run must not be counted, if so; else the run is admitted. */
  synchronized Optional<Refusal> admit(RunId run) {
    Long seen = counted.get(run);
    if (admitted.contains(run) || (seen != null && elapsedMillis.getAsLong() - seen <= ttlMillis)) {
      return Optional.empty();
    }
    long start = RedisRuns.startMillis(run);
    if (start > 0 && (start <= horizonMillis || seen != null)) {
      return Optional.of(Refusal.FORGOTTEN);
    }
    if (seen == null) {
      if (counted.size() + admitted.size() >= maxRuns) {
        return Optional.of(Refusal.RUNS);
      }
      admitted.add(run);
    }
    return Optional.empty();
  }

  /** Redis has counted something of them just now. */
  synchronized void counted(Collection<RunId> runs) {
    long now = elapsedMillis.getAsLong();
    runs.forEach(run -> counted.put(run, now));
    admitted.removeAll(runs);
  }

  /** Redis does not have them any more. */
  synchronized void forget(Collection<RunId> runs) {
    counted.keySet().removeAll(runs);
    admitted.removeAll(runs);
  }

  /**
   * Replaces what was known.
   *
   * @param ages of all runs that Redis has, since it last saw them, in milliseconds
   */
  synchronized void learn(Map<RunId, Long> ages) {
    long now = elapsedMillis.getAsLong();
    counted.clear();
    ages.forEach((run, age) -> counted.put(run, now - Math.max(0, age)));
    admitted.removeAll(counted.keySet());
  }

  /** Learns the latest start among the runs that Redis has forgotten; it never goes back. */
  synchronized void horizon(long millis) {
    horizonMillis = Math.max(horizonMillis, millis);
  }

  synchronized Budget budget() {
    return new Budget(Budget.RUNS, counted.size() + admitted.size(), maxRuns);
  }
}
