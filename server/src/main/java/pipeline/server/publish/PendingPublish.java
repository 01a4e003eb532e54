package pipeline.server.publish;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.server.broker.PublishResult;
import pipeline.server.lifecycle.ErrorLog;

/**
 * An entry on its way to the broker, and its callback. The first result counts, so that its request
 * is answered exactly once; an error while answering does not reach the other entries of the
 * message. Thread-safe.
 */
final class PendingPublish {
  private static final Logger LOG = LoggerFactory.getLogger(PendingPublish.class);

  private static final String FAILURE = "a request could not be answered";

  private final MessageFormat.EncodedEntry entry;
  private final long deadline;
  private final PublishCallback callback;
  private final AtomicBoolean ended = new AtomicBoolean();

  /**
   * @param deadline by the publisher's nanosecond clock
   */
  PendingPublish(MessageFormat.EncodedEntry entry, long deadline, PublishCallback callback) {
    this.entry = entry;
    this.deadline = deadline;
    this.callback = callback;
  }

  /** The number of lines; 0 for the end of a run. */
  int lines() {
    return entry.lines();
  }

  /** The encoded entry, not copied and never changed. */
  byte[] encoded() {
    return entry.bytes();
  }

  long deadline() {
    return deadline;
  }

  boolean isOverdue(long now) {
    return now - deadline >= 0;
  }

  /**
   * Tells the result, unless there was one before.
   *
   * @return whether it was told; then {@link #release} must follow
   */
  boolean end(PublishResult result) {
    boolean isFirst = ended.compareAndSet(false, true);
    if (isFirst) {
      try {
        callback.ended(result);
      } catch (Throwable e) {
        ErrorLog.report(LOG, FAILURE, e);
      }
    }
    return isFirst;
  }

  /** Releases the request; for the thread whose {@link #end} told the result. */
  void release() {
    try {
      callback.released();
    } catch (Throwable e) {
      ErrorLog.report(LOG, FAILURE, e);
    }
  }

  /**
   * Ends the entry apart from the others of its message: tells the result, and releases the
   * request.
   */
  void endAlone(PublishResult result) {
    if (end(result)) {
      release();
    }
  }
}
