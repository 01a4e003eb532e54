package pipeline.consumer.store.redis;

import io.lettuce.core.ScanIterator;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;
import pipeline.wire.identity.RunId;
import pipeline.wire.redis.RedisRunEnds;

/**
 * The names of the keys under which Redis holds a queue's runs and their identities, beside the
 * counts, and how old runs are forgotten. Immutable.
 */
record RunKeys(String queue) {
  /** The row of a run's figures that says how many copies were dropped. */
  static final String DUPLICATES = "duplicates";

  private static final Script FORGET = new Script("forget.lua");

  /**
   * The key of the sorted set of all runs, by the time in milliseconds at which they were last
   * seen.
   */
  String all() {
    return RedisRunEnds.runs(queue);
  }

  /** The key of the latest start among all forgotten runs, in milliseconds since 1970. */
  String horizon() {
    return all() + ":horizon";
  }

  /** The key of the number of lines counted in all runs, expired ones included. */
  String lines() {
    return all() + ":lines";
  }

  /**
   * The key of the table of a run's figures: how many identities each chunk has, {@link
   * #DUPLICATES} and {@link RedisRunEnds#ROW}.
   */
  String run(RunId run) {
    return RedisRunEnds.table(queue, run);
  }

  /**
   * The key of the bitmap of a chunk of a run's identities, see {@link
   * pipeline.consumer.store.Chunks}.
   */
  String chunk(RunId run, int index) {
    return run(run) + ":" + index;
  }

  /** Redis' clock, in milliseconds since 1970. */
  static long nowMillis(RedisCommands<String, String> redis) {
    List<String> time = redis.time();
    return Long.parseLong(time.get(0)) * 1_000 + Long.parseLong(time.get(1)) / 1_000;
  }

  /** The latest start among all forgotten runs, in milliseconds since 1970; 0 if there is none. */
  long horizonMillis(RedisCommands<String, String> redis) {
    String horizon = redis.get(horizon());
    return horizon == null ? 0 : Long.parseLong(horizon);
  }

  /**
   * Forgets each run that started before a time, or was last seen before it if its id does not
   * tell; each in one step.
   */
  void forget(RedisCommands<String, String> redis, long beforeMillis) {
    ScanIterator<ScoredValue<String>> runs = ScanIterator.zscan(redis, all());
    while (runs.hasNext()) {
      ScoredValue<String> run = runs.next();
      RunId id = RunId.parse(run.getValue());
      if ((id.isVersion7() ? id.startMillis() : run.getScore()) < beforeMillis) {
        FORGET.run(
            redis,
            new String[] {all(), horizon(), run(id)},
            id.toString(),
            Long.toString(startMillis(id)),
            Long.toString(beforeMillis));
      }
    }
  }

  /** The start of the run as its id tells it, 0 if it does not. */
  static long startMillis(RunId run) {
    return run.isVersion7() ? run.startMillis() : 0;
  }
}
