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
   * The number of connections without success before messages are taken alone, and again before the
   * culprit is reported.
   */
  static final int PATIENCE = 3;

  private int fruitless;

  /** Whether the next connection is to take one message at a time. */
  boolean isAlone() {
    return fruitless >= PATIENCE;
  }

  /** Whether the first message of the queue ends every connection. */
  boolean isStuck() {
    return fruitless >= 2 * PATIENCE;
  }

  /**
   * Notes that a connection has ended.
   *
   * @param begun how many messages it brought, in full or not
   * @param acked how many of them were acked
   */
  void ended(long begun, long acked) {
    if (acked > 0) {
      // taken alone, the message that ended the connection is the first one now
      fruitless = isAlone() ? PATIENCE : 0;
    } else if (begun > 0) {
      fruitless++;
    }
  }

  /** Notes that a connection has lasted: no message ends it. */
  void lasted() {
    fruitless = 0;
  }
}
