package pipeline.wire.redis;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import pipeline.wire.identity.RunId;
import pipeline.wire.query.CountsUnavailableException;

/**
 * The ends of runs that consumers have stored in Redis, and where: beside the figures of a run, in
 * a table for each queue. Thread-safe.
 */
public final class RedisRunEnds {
  /** The row with the numbers of lines that a run was said to have: one, or more that disagree. */
  public static final String ROW = "ends";

  private static final String BETWEEN = " ";

  private final RedisLink link;
  private final List<String> queues;

  /**
   * @param link stays open when this is no longer used; its owner closes it
   * @param queues the queues that consumers count
   */
  public RedisRunEnds(RedisLink link, List<String> queues) {
    this.link = link;
    this.queues = List.copyOf(queues);
  }

  /** The name of the table of a run's figures. */
  public static String table(String queue, RunId run) {
    return "runs:" + queue + ":" + run;
  }

  /**
   * The numbers of lines that this run was said to have; empty if its end is not stored.
   *
   * @throws CountsUnavailableException if Redis does not say
   */
  public Set<Long> of(RunId run) {
    Set<Long> all = new HashSet<>();
    for (String queue : queues) {
      String ends = link.ask(redis -> redis.sync().hget(table(queue, run), ROW));
      if (ends != null) {
        for (String lines : ends.split(BETWEEN, -1)) {
          all.add(number(lines, queue));
        }
      }
    }
    return all;
  }

  private static long number(String text, String queue) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new CountsUnavailableException("Redis holds no number among the ends of " + queue, e);
    }
  }
}
