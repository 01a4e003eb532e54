package pipeline.server.publish;

import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.server.broker.PublishResult;
import pipeline.server.lifecycle.ErrorLog;

/** An entry on its way to the broker, and the request that it is of. Thread-safe. */
final class PendingPublish {
  private final MessageFormat.EncodedEntry entry;
  private final Request request;

  /** Whether {@link #tell} has told the request. */
  private boolean told;

  PendingPublish(MessageFormat.EncodedEntry entry, Request request) {
    this.entry = entry;
    this.request = request;
  }

  MessageFormat.EncodedEntry entry() {
    return entry;
  }

  long deadline() {
    return request.deadline;
  }

  boolean isOverdue(long now) {
    return now - request.deadline >= 0;
  }

  /**
   * Tells the request how the entry ended; {@link #release} must follow. Both are for the one
   * thread that responds to the batch, so that an entry is confirmed once at most.
   */
  void tell(PublishResult result) {
    told = request.ended(result);
  }

  /** Releases the request if {@link #tell} has told it its result. */
  void release() {
    if (told) {
      request.released();
    }
  }

  /** Tells the request, apart from the others of the message, that the entry failed. */
  void fail(PublishResult failure) {
    if (request.ended(failure)) {
      request.released();
    }
  }

  /**
   * The request of one entry or more: its callback is told once, when all of them are confirmed or
   * the first has failed. An error while answering reaches no other request. Thread-safe.
   */
  static final class Request {
    private static final Logger LOG = LoggerFactory.getLogger(Request.class);
    private static final String FAILURE = "a request could not be answered";

    private final long deadline;
    private final Publisher.Callback callback;

    /** The number of entries that are not confirmed; not positive once the result is told. */
    private final AtomicInteger pending;

    /**
     * @param entries their number
     * @param deadline by the publisher's nanosecond clock
     */
    Request(int entries, long deadline, Publisher.Callback callback) {
      this.pending = new AtomicInteger(entries);
      this.deadline = deadline;
      this.callback = callback;
    }

    /** Takes the result of an entry; true if it was the request's, which is told now. */
    private boolean ended(PublishResult result) {
      boolean decided =
          result.confirmed() ? pending.decrementAndGet() == 0 : pending.getAndSet(0) > 0;
      if (decided) {
        try {
          callback.ended(result);
        } catch (Throwable e) {
          ErrorLog.report(LOG, FAILURE, e);
        }
      }
      return decided;
    }

    private void released() {
      try {
        callback.released();
      } catch (Throwable e) {
        ErrorLog.report(LOG, FAILURE, e);
      }
    }
  }
}
