package pipeline.wire.redis;

import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import pipeline.wire.identity.RunId;
import pipeline.wire.query.CountsUnavailableException;

/**
 * The ends of runs that consumers have stored in Redis, in the table of a run's figures, of which
 * each queue has one. Thread-safe.
 *
 * @param link stays open when this is no longer used; its owner closes it
 * @param queues the queues that consumers count
 */
public record RedisRunEnds(RedisLink link, List<String> queues) {
  /** The row with the numbers of lines that a run was said to have: one, or more that disagree. */
  public static final String ROW = "ends";

  private static final String BETWEEN = " ";

  public RedisRunEnds {
    queues = List.copyOf(queues);
  }

  /** The name of a queue's runs, with which the names of the keys of each run begin. */
  public static String runs(String queue) {
    return "runs:" + queue;
  }

  /** The name of the table of a run's figures. */
  public static String table(String queue, RunId run) {
    return runs(queue) + ":" + run;
  }

  /**
   * Parses the numbers of lines in a {@link #ROW}.
   *
   * @param row null if the run is open
   * @throws NumberFormatException if it holds anything else
   */
  public static NavigableSet<Long> parse(String row) {
    NavigableSet<Long> ends = new TreeSet<>();
    if (row != null) {
      for (String lines : row.split(BETWEEN, -1)) {
        ends.add(Long.parseLong(lines));
      }
    }
    return ends;
  }

  /**
   * The numbers of lines that this run was said to have; empty if its end is not stored.
   *
   * @throws CountsUnavailableException if Redis does not say
   */
  public Set<Long> of(RunId run) {
    Set<Long> all = new HashSet<>();
    for (String queue : queues) {
      String row = link.askSync(redis -> redis.hget(table(queue, run), ROW));
      try {
        all.addAll(parse(row));
      } catch (NumberFormatException e) {
        throw new CountsUnavailableException("Redis holds no number among the ends of " + queue, e);
      }
    }
    return all;
  }
}
