package pipeline.server;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Return;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import pipeline.wire.amqp.Topology;

/**
 * A channel with its outstanding confirms. One thread publishes at a time (the pool sees to it,
 * J11); the answers come on the connection's thread, which only completes futures (J14).
 */
final class ConfirmChannel {
  private static final int PERSISTENT = 2;
  private static final int TRANSIENT = 1;

  private final Channel channel;
  private final Topology topology;
  private final PublishConfig config;
  private final ConfirmTracker tracker = new ConfirmTracker();

  /**
   * @param onReturn told on the connection's thread that the topology is not what it should be
   */
  ConfirmChannel(Channel channel, Topology topology, PublishConfig config, Runnable onReturn)
      throws IOException {
    this.channel = channel;
    this.topology = topology;
    this.config = config;
    channel.addReturnListener(
        message -> {
          tracker.returned(tagOf(message), message.getReplyText());
          onReturn.run();
        });
    channel.addConfirmListener(tracker::acked, tracker::nacked);
    channel.addShutdownListener(this::closed);
    if (config.confirm() == PublishConfig.Confirm.ON) {
      channel.confirmSelect();
    }
  }

  /**
   * Writes the message; the future tells how it ended. Without confirms it has ended once it is
   * written, whatever becomes of it.
   *
   * @throws IOException or AlreadyClosedException, after which client and broker may count
   *     differently, so the channel must not be used again (J3)
   */
  CompletableFuture<Verdict> publish(Message message) throws IOException {
    long tag = channel.getNextPublishSeqNo();
    boolean confirms = config.confirm() == PublishConfig.Confirm.ON;
    CompletableFuture<Verdict> verdict =
        confirms ? tracker.expect(tag) : CompletableFuture.completedFuture(Verdict.CONFIRMED);
    channel.basicPublish(
        topology.exchange(),
        topology.routingKey(),
        config.mandatory() == PublishConfig.Switch.ON,
        properties(message, tag),
        message.body());
    return verdict;
  }

  /** A hint only, as a channel can die at any time; local, so it neither costs nor hangs (P8). */
  boolean isOpen() {
    return channel.isOpen();
  }

  /** Whether the next borrower would find nothing of the last one's (P11). */
  boolean isSettled() {
    return tracker.isSettled();
  }

  /** Closes without throwing; may take as long as the broker takes to answer (J6, P9). */
  void abort() {
    tracker.closed("the channel was given up");
    try {
      channel.abort();
    } catch (IOException e) {
      throw new AssertionError("abort() does not throw, by its contract", e);
    }
  }

  private AMQP.BasicProperties properties(Message message, long tag) {
    return new AMQP.BasicProperties.Builder()
        .contentType(message.contentType())
        .headers(message.headers().isEmpty() ? null : message.headers())
        .deliveryMode(
            config.delivery() == PublishConfig.Delivery.PERSISTENT ? PERSISTENT : TRANSIENT)
        // a basic.return names no delivery tag, but brings this back
        .messageId(Long.toString(tag))
        .build();
  }

  private static long tagOf(Return message) {
    return Long.parseLong(message.getProperties().getMessageId());
  }

  private void closed(ShutdownSignalException cause) {
    tracker.closed("the channel to the broker closed: " + Reasons.of(cause));
  }
}
