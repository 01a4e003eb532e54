package pipeline.server.broker;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * The messages that one channel has published and the broker has not yet confirmed, by delivery
 * tag. Each channel of each connection has its own tracker, so a confirm can never be credited to a
 * message of another connection. Each message ends exactly once; confirms of unknown tags are
 * ignored. Thread-safe.
 */
final class ConfirmTracker {
  private final NavigableMap<Long, CompletableFuture<PublishResult>> pending = new TreeMap<>();

  /** The result of all messages once the channel is closed; null while it is open. */
  private PublishResult closed;

  /**
   * Expects a message's confirm; to be called before the message is written, so that the confirm
   * cannot come first.
   */
  synchronized CompletableFuture<PublishResult> expect(long tag) {
    CompletableFuture<PublishResult> result = new CompletableFuture<>();
    if (closed == null) {
      pending.put(tag, result);
    } else {
      result.complete(closed);
    }
    return result;
  }

  /** Handles basic.ack: for this message, or for all up to it. */
  void acked(long tag, boolean multiple) {
    end(tag, multiple, PublishResult.CONFIRMED);
  }

  /** Handles basic.nack: for this message, or for all up to it. */
  void nacked(long tag, boolean multiple) {
    end(tag, multiple, PublishResult.failed("the broker refused the message (basic.nack)"));
  }

  /**
   * Handles basic.return: the message reached no queue, and fails. RabbitMQ acks it later, which
   * has no effect here; Qpid has nacked it before.
   */
  void returned(long tag, String why) {
    end(tag, false, PublishResult.failed("no queue takes the message: " + why));
  }

  /**
   * Handles the end of the channel or its connection: every message fails, also those expected
   * later.
   */
  void closed(PublishResult why) {
    List<CompletableFuture<PublishResult>> all;
    synchronized (this) {
      closed = why;
      all = new ArrayList<>(pending.values());
      pending.clear();
    }
    all.forEach(result -> result.complete(why));
  }

  /** Whether every message has its confirm. */
  synchronized boolean isSettled() {
    return pending.isEmpty();
  }

  private void end(long tag, boolean multiple, PublishResult result) {
    List<CompletableFuture<PublishResult>> ended;
    synchronized (this) {
      NavigableMap<Long, CompletableFuture<PublishResult>> answered =
          pending.subMap(multiple ? Long.MIN_VALUE : tag, true, tag, true);
      ended = new ArrayList<>(answered.values());
      answered.clear();
    }
    ended.forEach(waiting -> waiting.complete(result));
  }
}
