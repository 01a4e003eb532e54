package pipeline.hooks;

import java.util.List;

/**
 * Places at which a program can be made to die as if by kill -9. Those of the server begin with
 * {@code pub.}, those of the consumer with {@code con.} or {@code ckpt.}.
 */
public enum CrashPoint {
  BEFORE_PUBLISH("pub.beforePublish", before(Injection.CONFIRM_CHANNEL, "publish", 2)),
  AFTER_PUBLISH("pub.afterPublish", after(Injection.CONFIRM_CHANNEL, "publish", 2)),
  AFTER_CONFIRM("pub.afterConfirm", before(Injection.CONFIRM_CHANNEL, "acked", 2)),
  AFTER_DELIVER("con.afterDeliver", before(Injection.MESSAGE_HANDLER, "handle", 3)),
  /** After an entry is claimed; only where the consumer counts in its own memory. */
  AFTER_CLAIM("con.afterClaim", after("pipeline.consumer.store.file.WorkingCounts", "claim", 1)),
  /**
   * In the middle of an entry, when some of its words are in the totals and some are not. Only
   * where the consumer counts in its own memory.
   */
  WITHIN_MERGE("con.withinMerge", before("pipeline.consumer.store.file.Totals", "increase", 2)),
  AFTER_MERGE("con.afterMerge", after(Injection.MESSAGE_HANDLER, "handle", 3)),
  BEFORE_COMMIT(
      "ckpt.beforeCommit",
      before("pipeline.consumer.store.file.CheckpointFile", "write", 3),
      before(Injection.REDIS_STORE, "commit", 0)),
  /** After a commit is written; the file store has not forced it to the disk yet. */
  COMMITTED(
      "ckpt.committed",
      before(Injection.MV_STORE, "sync", 0),
      after(Injection.REDIS_STORE, "commit", 0)),
  /** After a commit is forced to the disk; only where the counts are in a file. */
  SYNCED("ckpt.synced", after(Injection.MV_STORE, "sync", 0)),
  BEFORE_ACK("con.beforeAck", before(Injection.CHANNEL, "basicAck", 2)),
  AFTER_ACK("con.afterAck", after(Injection.CHANNEL, "basicAck", 2));

  private final String text;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<Injection> injections;

  CrashPoint(String text, Injection... injections) {
    this.text = text;
    this.injections = List.of(injections);
  }

  private static Injection before(String type, String method, int parameters) {
    return new Injection(type, method, parameters, Crash.OnEntry.class);
  }

  private static Injection after(String type, String method, int parameters) {
    return new Injection(type, method, parameters, Crash.OnReturn.class);
  }

  List<Injection> injections() {
    return injections;
  }

  @Override
  public String toString() {
    return text;
  }
}
