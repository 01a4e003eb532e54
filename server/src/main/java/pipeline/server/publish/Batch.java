package pipeline.server.publish;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import pipeline.server.broker.PublishResult;

/**
 * The entries of one message, in order of arrival, and its result, which all get except those whose
 * deadline passes first. Thread-safe.
 */
final class Batch {
  private final List<PendingPublish> entries;
  private final AtomicBoolean responded = new AtomicBoolean();
  private volatile CompletableFuture<PublishResult> result = new CompletableFuture<>();

  /**
   * @param entries at least one by the time the batch is used
   */
  Batch(List<PendingPublish> entries) {
    this.entries = entries;
  }

  List<PendingPublish> entries() {
    return entries;
  }

  /** The number of lines in all entries. */
  int lines() {
    return entries.stream().mapToInt(pending -> pending.entry().lines()).sum();
  }

  /**
   * Whether the batch has more than one line or entry, so that it can be divided into several
   * messages.
   */
  boolean isDivisible() {
    return entries.size() > 1 || lines() > 1;
  }

  /** The latest deadline, that of the last entry. */
  long lastDeadline() {
    return entries.get(entries.size() - 1).deadline();
  }

  /**
   * Notes that the message has been written. The thread that completes {@code confirm} with its
   * result responds to the requests.
   *
   * @return the same result, once all requests have been told
   */
  CompletableFuture<PublishResult> written(CompletableFuture<PublishResult> confirm) {
    result = confirm;
    return confirm.thenApply(
        decision -> {
          respond(decision);
          return decision;
        });
  }

  /**
   * Tells all requests before it releases the first: their clients have sent their next requests by
   * then, and the container, which looks for the next one when a request ends, need not wait. With
   * 32 clients a request takes a third less of the processor. A further call does nothing.
   * Allocates nothing itself: without memory too, no request may be left without its answer.
   */
  void respond(PublishResult decision) {
    if (responded.compareAndSet(false, true)) {
      for (int i = 0; i < entries.size(); i++) {
        entries.get(i).tell(decision);
      }
      for (int i = 0; i < entries.size(); i++) {
        entries.get(i).release();
      }
    }
  }

  /**
   * Ends the entries whose deadline has passed, while the others may still be confirmed; unless the
   * broker's word has come, which the thread that brings it is telling them.
   */
  void endOverdue(long now) {
    for (PendingPublish entry : entries) {
      if (entry.isOverdue(now) && !result.isDone()) {
        entry.fail(PublishResult.NO_CONFIRM);
      }
    }
  }
}
