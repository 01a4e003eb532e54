package pipeline.consumer.store.redis;

import pipeline.wire.identity.RunId;

/**
 * The names of the keys under which Redis holds a queue's identities, beside the counts. Immutable.
 */
final class RunKeys {
  /**
   * A chunk spans the sequence numbers that agree in all but this many low bits; part of the
   * format.
   */
  static final int CHUNK_BITS = 16;

  /** The row of a run's figures that says how many copies were dropped; others are its chunks. */
  static final String DUPLICATES = "duplicates";

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
}
