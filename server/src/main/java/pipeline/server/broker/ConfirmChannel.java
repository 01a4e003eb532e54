package pipeline.server.broker;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Return;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pipeline.wire.amqp.PublishTime;
import pipeline.wire.amqp.Topology;

/**
 * A channel with the confirm that it awaits: of its last message, since no channel publishes before
 * its last message is answered. Each message ends exactly once; confirms of other messages are
 * ignored. One thread publishes at a time, the one that borrowed the channel; confirms come on the
 * connection's thread, which completes the futures and so also runs what follows from them: that
 * must not block.
 */
public final class ConfirmChannel {
  private static final String JSON = "application/json";
  private static final int PERSISTENT = 2;
  private static final int TRANSIENT = 1;

  /** The text with which RabbitMQ, since 3.8, closes a channel for the size of a message. */
  private static final Pattern TOO_LARGE =
      Pattern.compile(".*PRECONDITION_FAILED - message size .* max size (\\d{1,9})\\b.*");

  private final Channel channel;
  private final Topology topology;
  private final PublishConfig config;
  private volatile Awaited awaited =
      new Awaited(0, CompletableFuture.completedFuture(PublishResult.CONFIRMED));

  /** The last message, by its delivery tag, and its result. */
  private record Awaited(long tag, CompletableFuture<PublishResult> result) {}

  /**
   * @param onReturn told on the connection's thread that no queue took a message
   */
  ConfirmChannel(Channel channel, Topology topology, PublishConfig config, Runnable onReturn)
      throws IOException {
    this.channel = channel;
    this.topology = topology;
    this.config = config;
    channel.addReturnListener(
        message -> {
          returned(message);
          onReturn.run();
        });
    channel.addConfirmListener(this::acked, this::nacked);
    channel.addShutdownListener(this::closed);
    if (config.confirm()) {
      channel.confirmSelect();
    }
  }

  /**
   * Writes a message to a partition, and does not change the body; the future completes with its
   * result. Without confirms it counts as confirmed once it is written.
   *
   * @throws IOException or AlreadyClosedException, after which client and broker may count delivery
   *     tags differently, so the channel must not be used again
   */
  public CompletableFuture<PublishResult> publish(int partition, byte[] json) throws IOException {
    long tag = channel.getNextPublishSeqNo();
    CompletableFuture<PublishResult> result = new CompletableFuture<>();
    if (config.confirm()) {
      // before the message is written, so that the confirm cannot come first
      awaited = new Awaited(tag, result);
    } else {
      result.complete(PublishResult.CONFIRMED);
    }
    channel.basicPublish(
        topology.exchange(),
        topology.routingKey(partition),
        config.mandatory(),
        properties(tag),
        json);
    return result;
  }

  /**
   * Whether the channel is open: a hint only, as it can die at any time. The check is local, so it
   * neither costs nor hangs.
   */
  public boolean isOpen() {
    return channel.isOpen();
  }

  /** Whether every message has its confirm, so that the next borrower finds nothing of this one. */
  boolean isSettled() {
    return awaited.result.isDone();
  }

  private AMQP.BasicProperties properties(long tag) {
    return PublishTime.stamp(new AMQP.BasicProperties.Builder(), PublishTime.nowMicros())
        .contentType(JSON)
        .deliveryMode(config.persistent() ? PERSISTENT : TRANSIENT)
        // a basic.return names no delivery tag, but brings this back
        .messageId(Long.toString(tag))
        .build();
  }

  /** Handles basic.ack: for this message, or for all up to it. */
  private void acked(long tag, boolean multiple) {
    end(tag, multiple, PublishResult.CONFIRMED);
  }

  private void nacked(long tag, boolean multiple) {
    end(tag, multiple, PublishResult.failed("the broker refused the message (basic.nack)"));
  }

  /** RabbitMQ acks the message later, which has no effect here; Qpid has nacked it before. */
  private void returned(Return message) {
    long tag = Long.parseLong(message.getProperties().getMessageId());
    end(tag, false, PublishResult.failed("no queue takes the message: " + message.getReplyText()));
  }

  private void closed(ShutdownSignalException cause) {
    String why = "the channel to the broker closed: " + Reasons.of(cause);
    Matcher tooLarge = TOO_LARGE.matcher(why);
    awaited.result.complete(
        tooLarge.matches()
            ? PublishResult.tooLarge(Integer.parseInt(tooLarge.group(1)), why)
            : PublishResult.failed(why));
  }

  private void end(long tag, boolean multiple, PublishResult result) {
    Awaited last = awaited;
    if (tag == last.tag || (multiple && tag > last.tag)) {
      last.result.complete(result);
    }
  }
}
