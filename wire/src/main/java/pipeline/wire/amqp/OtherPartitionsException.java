package pipeline.wire.amqp;

import java.io.IOException;

/** The queues at the broker were made for another number of partitions than the settings have. */
public final class OtherPartitionsException extends IOException {
  OtherPartitionsException(String queue, int ours, int theirs) {
    super(
        "PARTITIONS is %s, but %s has %s at the broker: all servers and consumers have one number"
            .formatted(ours, queue, theirs));
  }
}
