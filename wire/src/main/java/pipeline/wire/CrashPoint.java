package pipeline.wire;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Places at which the chaos harness can make a program die as if by kill -9: {@code
 * -Dpipeline.crash=con.afterClaim:100} halts at the 100th time that point is reached. Unset, a
 * point costs a comparison with a constant. Thread-safe.
 */
public enum CrashPoint {
  BEFORE_PUBLISH("pub.beforePublish"),
  AFTER_PUBLISH("pub.afterPublish"),
  AFTER_CONFIRM("pub.afterConfirm"),
  AFTER_DELIVER("con.afterDeliver"),
  AFTER_CLAIM("con.afterClaim"),
  AFTER_MERGE("con.afterMerge"),
  BEFORE_COMMIT("ckpt.beforeCommit"),
  COMMITTED("ckpt.committed"),
  SYNCED("ckpt.synced"),
  BEFORE_ACK("con.beforeAck"),
  AFTER_ACK("con.afterAck");

  /** The exit status of a process that died by signal 9. */
  private static final int KILLED = 137;

  private static final String[] PLAN = System.getProperty("pipeline.crash", ":").split(":", 2);
  private static final AtomicLong REMAINING =
      new AtomicLong(PLAN[1].isEmpty() ? 0 : Long.parseLong(PLAN[1]));

  private final boolean armed;
  private final String text;

  CrashPoint(String text) {
    this.text = text;
    this.armed = text.equals(System.getProperty("pipeline.crash", ":").split(":", 2)[0]);
  }

  /** Dies here if it is this point's turn; else does nothing. */
  public void reached() {
    if (armed && REMAINING.decrementAndGet() == 0) {
      Runtime.getRuntime().halt(KILLED);
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
