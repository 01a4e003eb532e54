package pipeline.server;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * What one channel has published and the broker has not yet answered, by delivery tag. Each channel
 * of each connection has its own tracker, so a confirm can never be credited to a message of
 * another generation (reliability.md J1, J2). Each message ends exactly once; answers for unknown
 * tags are ignored. Thread-safe.
 */
final class ConfirmTracker {
  private final NavigableMap<Long, CompletableFuture<Verdict>> pending = new TreeMap<>();
  private String closed = "";

  /** To be called before the message is written, so that no answer can come too early. */
  synchronized CompletableFuture<Verdict> expect(long tag) {
    CompletableFuture<Verdict> verdict = new CompletableFuture<>();
    if (closed.isEmpty()) {
      pending.put(tag, verdict);
    } else {
      verdict.complete(Verdict.refused(closed));
    }
    return verdict;
  }

  /** basic.ack: this message, or all up to it. */
  void acked(long tag, boolean multiple) {
    end(tag, multiple, Verdict.CONFIRMED);
  }

  /** basic.nack: this message, or all up to it. */
  void nacked(long tag, boolean multiple) {
    end(tag, multiple, Verdict.refused("the broker refused the message (basic.nack)"));
  }

  /**
   * basic.return: the message reached no queue. RabbitMQ then acks it, which comes too late here;
   * Qpid has nacked it before.
   */
  void returned(long tag, String why) {
    end(tag, false, Verdict.refused("no queue takes the message: " + why));
  }

  /** The channel or its connection is gone: all of it ends, and all that is expected later. */
  void closed(String why) {
    List<CompletableFuture<Verdict>> all;
    synchronized (this) {
      closed = why;
      all = new ArrayList<>(pending.values());
      pending.clear();
    }
    all.forEach(verdict -> verdict.complete(Verdict.refused(why)));
  }

  /** Whether every message has its answer. */
  synchronized boolean isSettled() {
    return pending.isEmpty();
  }

  private void end(long tag, boolean multiple, Verdict verdict) {
    List<CompletableFuture<Verdict>> ended;
    synchronized (this) {
      NavigableMap<Long, CompletableFuture<Verdict>> answered =
          pending.subMap(multiple ? Long.MIN_VALUE : tag, true, tag, true);
      ended = new ArrayList<>(answered.values());
      answered.clear();
    }
    ended.forEach(waiting -> waiting.complete(verdict));
  }
}
