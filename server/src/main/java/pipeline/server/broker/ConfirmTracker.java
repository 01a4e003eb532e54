package pipeline.server.broker;

import java.util.concurrent.CompletableFuture;

/**
 * The confirm that one channel awaits: of the message that it has published last, by delivery tag,
 * since no channel publishes before its last message is answered. Each channel of each connection
 * has its own tracker, so a confirm can never be credited to a message of another connection. Each
 * message ends exactly once; confirms of other tags are ignored. Thread-safe.
 */
final class ConfirmTracker {
  private long tag;
  private CompletableFuture<PublishResult> awaited =
      CompletableFuture.completedFuture(PublishResult.CONFIRMED);

  /** The result of all messages once the channel is closed; null while it is open. */
  private PublishResult closed;

  /**
   * Expects a message's confirm; to be called before the message is written, so that the confirm
   * cannot come first, and when {@link #isSettled}.
   */
  synchronized CompletableFuture<PublishResult> expect(long next) {
    tag = next;
    awaited = new CompletableFuture<>();
    if (closed != null) {
      awaited.complete(closed);
    }
    return awaited;
  }

  /** Handles basic.ack: for this message, or for all up to it. */
  void acked(long upTo, boolean multiple) {
    end(upTo, multiple, PublishResult.CONFIRMED);
  }

  /** Handles basic.nack: for this message, or for all up to it. */
  void nacked(long upTo, boolean multiple) {
    end(upTo, multiple, PublishResult.failed("the broker refused the message (basic.nack)"));
  }

  /**
   * Handles basic.return: the message reached no queue, and fails. RabbitMQ acks it later, which
   * has no effect here; Qpid has nacked it before.
   */
  void returned(long returned, String why) {
    end(returned, false, PublishResult.failed("no queue takes the message: " + why));
  }

  /**
   * Handles the end of the channel or its connection: the message fails, also one expected later.
   */
  void closed(PublishResult why) {
    CompletableFuture<PublishResult> ended;
    synchronized (this) {
      closed = why;
      ended = awaited;
    }
    ended.complete(why);
  }

  /** Whether the message has its confirm. */
  synchronized boolean isSettled() {
    return awaited.isDone();
  }

  private void end(long last, boolean multiple, PublishResult result) {
    CompletableFuture<PublishResult> ended;
    synchronized (this) {
      if (last != tag && !(multiple && last > tag)) {
        return;
      }
      ended = awaited;
    }
    ended.complete(result);
  }
}
