package pipeline.consumer.amqp;

/**
 * Finds messages that end the connections that bring them (poison). After a few connections that
 * brought messages and acked none, messages are taken one at a time, so that the culprit comes
 * alone, and messages that came with it are not blamed. A culprit that stays is reported, since on
 * a classic queue only a person can remove it. {@link InboundFrames} lets through what the library
 * is known to fail on; this is for what is not known. Not thread-safe.
 */
final class PoisonSearch {
  /**
   * Connections without success before messages are taken alone, and then before it is reported.
   */
  static final int PATIENCE = 3;

  private int fruitless;
  private boolean stuck;

  /** Whether the next connection is to take one message at a time. */
  boolean isAlone() {
    return fruitless >= PATIENCE;
  }

  /** Whether the first message of the queue ends every connection. */
  boolean isStuck() {
    return stuck;
  }

  /**
   * A connection has ended.
   *
   * @param begun how many messages it brought, in full or not
   * @param acked how many of them were acked
   */
  void ended(long begun, long acked) {
    if (acked > 0) {
      // alone: what ended the connection is the first message now
      fruitless = isAlone() ? PATIENCE : 0;
    } else if (begun > 0) {
      fruitless++;
    }
    stuck = fruitless >= 2 * PATIENCE;
  }

  /** A connection has lasted: nothing ends it. */
  void lasted() {
    fruitless = 0;
    stuck = false;
  }
}
