package pipeline.server.publish;

import java.util.concurrent.atomic.AtomicReference;
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

  private enum State {
    PENDING,
    ENDING,
    ENDED,
    RELEASED
  }

  private final MessageFormat.EncodedEntry entry;
  private final long deadline;
  private final PublishCallback callback;
  private final AtomicReference<State> state = new AtomicReference<>(State.PENDING);

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

  /** Tells the result, unless there was one before; {@link #release} must follow. */
  void end(PublishResult result) {
    if (state.compareAndSet(State.PENDING, State.ENDING)) {
      try {
        callback.ended(result);
      } catch (Throwable e) {
        ErrorLog.report(LOG, FAILURE, e);
      }
      state.set(State.ENDED);
    }
  }

  /** Releases the request, once, if {@link #end} is over. */
  void release() {
    if (state.compareAndSet(State.ENDED, State.RELEASED)) {
      try {
        callback.released();
      } catch (Throwable e) {
        ErrorLog.report(LOG, FAILURE, e);
      }
    }
  }

  /**
   * Ends the entry apart from the others of its message: tells the result, and releases the
   * request.
   */
  void endAlone(PublishResult result) {
    end(result);
    release();
  }
}
