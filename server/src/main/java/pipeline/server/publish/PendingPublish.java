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
  private final Publisher.Callback callback;
  private final AtomicBoolean ended = new AtomicBoolean();

  /** Whether {@link #tell} has told the result. */
  private boolean told;

  /**
   * @param deadline by the publisher's nanosecond clock
   */
  PendingPublish(MessageFormat.EncodedEntry entry, long deadline, Publisher.Callback callback) {
    this.entry = entry;
    this.deadline = deadline;
    this.callback = callback;
  }

  MessageFormat.EncodedEntry entry() {
    return entry;
  }

  long deadline() {
    return deadline;
  }

  boolean isOverdue(long now) {
    return now - deadline >= 0;
  }

  /**
   * Tells the result, unless there was one before; {@link #release} must follow. Both are for the
   * one thread that responds to the batch.
   */
  void tell(PublishResult result) {
    told = ended.compareAndSet(false, true);
    if (told) {
      callEnded(result);
    }
  }

  /** Releases the request if {@link #tell} has told its result. */
  void release() {
    if (told) {
      callReleased();
    }
  }

  /**
   * Ends the entry apart from the others of its message: tells the result, unless there was one
   * before, and releases the request.
   */
  void end(PublishResult result) {
    if (ended.compareAndSet(false, true)) {
      callEnded(result);
      callReleased();
    }
  }

  private void callEnded(PublishResult result) {
    try {
      callback.ended(result);
    } catch (Throwable e) {
      ErrorLog.report(LOG, FAILURE, e);
    }
  }

  private void callReleased() {
    try {
      callback.released();
    } catch (Throwable e) {
      ErrorLog.report(LOG, FAILURE, e);
    }
  }
}
