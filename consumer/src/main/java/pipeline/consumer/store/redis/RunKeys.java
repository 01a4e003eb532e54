package pipeline.consumer.store.redis;

import io.lettuce.core.Range;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.List;
import pipeline.wire.identity.RunId;

/**
 * The names of the keys under which Redis holds a queue's runs and their identities, beside the
 * counts, and how old runs are forgotten. Immutable.
 */
final class RunKeys {
  /**
   * A chunk spans the sequence numbers that agree in all but this many low bits; part of the
   * format.
   */
  static final int CHUNK_BITS = 16;

  /** The row of a run's figures that says how many copies were dropped; others are its chunks. */
  static final String DUPLICATES = "duplicates";

  private static final Script EXPIRE = new Script("expire.lua");

  private final String all;

  RunKeys(String queue) {
    this.all = "runs:" + queue;
  }

  /** The sorted set of all runs, by the time in milliseconds at which they were last seen. */
  String all() {
    return all;
  }

  /** The latest start among all forgotten runs, in milliseconds since 1970. */
  String horizon() {
    return all + ":horizon";
  }

  /** The number of lines counted in all runs, expired ones included. */
  String lines() {
    return all + ":lines";
  }

  /** About how many bytes the identities of all runs take, and what belongs to them. */
  String identityBytes() {
    return all + ":identities";
  }

  /** About how many bytes the names of all that is counted take. */
  String nameBytes() {
    return all + ":names";
  }

  /** The table of a run's figures: how many identities each chunk has, and the duplicates. */
  String run(RunId run) {
    return all + ":" + run;
  }

  /** The bitmap of a chunk of a run's identities, see {@link #CHUNK_BITS}. */
  String chunk(RunId run, int index) {
    return run(run) + ":" + index;
  }

  private static long nowMillis(RedisCommands<String, String> redis) {
    List<String> time = redis.time();
    return Long.parseLong(time.get(0)) * 1_000 + Long.parseLong(time.get(1)) / 1_000;
  }

  /**
   * Forgets the runs that were last seen longer ago than that by Redis' clock, each in one step,
   * which looks again: another consumer may be counting it.
   */
  void expire(RedisCommands<String, String> redis, Duration age) {
    long before = nowMillis(redis) - age.toMillis();
    Range<Long> old = Range.from(Range.Boundary.unbounded(), Range.Boundary.excluding(before));
    for (String run : redis.zrangebyscore(all, old)) {
      expire(redis, RunId.parse(run), age);
    }
  }

  /** True if it was forgotten, false if it is not that old any more. */
  boolean expire(RedisCommands<String, String> redis, RunId run, Duration age) {
    List<Object> forgotten =
        EXPIRE.run(
            redis,
            new String[] {all, horizon(), identityBytes(), run(run)},
            run.toString(),
            Long.toString(startMillis(run)),
            Long.toString(age.toMillis()));
    return !forgotten.isEmpty();
  }

  /** When the run says that it began, 0 if it does not; the scripts judge it by Redis' clock. */
  static long startMillis(RunId run) {
    return run.isVersion7() ? run.startMillis() : 0;
  }
}
