package pipeline.peers;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.commons.lang3.SerializationUtils;
import pipeline.wire.amqp.Topology;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.codec.WordCounts;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** Fills a queue with messages as a server of ours, or of R1's kind, would. Used by one thread. */
final class Backlog {
  private static final int CONFIRM_EVERY = 1_000;
  private static final long CONFIRM_MILLIS = 60_000;
  private static final long NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Channel channel;
  private final Topology topology;
  private final EntryEncoder<Map<String, Integer>> encoder = new EntryEncoder<>(new WordCounts());
  private int unconfirmed;

  /** Declares what it needs. The channel is the caller's, and for this object alone. */
  Backlog(Channel channel, String queue) throws IOException {
    this.channel = channel;
    this.topology = new Topology(queue, Topology.QueueType.CLASSIC);
    topology.declare(channel.getConnection());
    channel.confirmSelect();
  }

  /** Publishes {@code lines} lines under a run of their own, {@code grouped} to a message. */
  void fill(Iterator<Map<String, Integer>> words, int lines, int grouped)
      throws IOException, InterruptedException, TimeoutException {
    RunId run = RunId.random(new SecureRandom());
    List<byte[]> group = new ArrayList<>(grouped);
    for (int seq = 0; seq < lines; seq++) {
      group.add(encoder.encode(Entry.single(new RequestKey(run, seq), words.next())));
      if (group.size() == grouped || seq == lines - 1) {
        publish(EntryEncoder.join(group), "application/json");
        group.clear();
      }
    }
    channel.waitForConfirmsOrDie(CONFIRM_MILLIS);
  }

  /**
   * Publishes a line a message at an even rate, waiting for no confirm, since that would make it
   * uneven.
   *
   * @return how many it were
   */
  long fillEvenly(Iterator<Map<String, Integer>> words, int perSecond, Duration time)
      throws IOException {
    RunId run = RunId.random(new SecureRandom());
    long start = System.nanoTime();
    long sent = 0;
    for (long past = 0; past < time.toNanos(); past = System.nanoTime() - start) {
      for (long due = past * perSecond / NANOS; sent < due; sent++) {
        Entry<Map<String, Integer>> entry =
            Entry.single(new RequestKey(run, (int) sent), words.next());
        send(EntryEncoder.join(List.of(encoder.encode(entry))), "application/json");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return sent;
  }

  /** Publishes R1's messages: a serialized map each. */
  void fillSerialized(Iterator<Map<String, Integer>> words, int lines)
      throws IOException, InterruptedException, TimeoutException {
    for (int i = 0; i < lines; i++) {
      publish(SerializationUtils.serialize(new HashMap<>(words.next())), null);
    }
    channel.waitForConfirmsOrDie(CONFIRM_MILLIS);
  }

  private void publish(byte[] body, String contentType)
      throws IOException, InterruptedException, TimeoutException {
    send(body, contentType);
    if (++unconfirmed == CONFIRM_EVERY) {
      channel.waitForConfirmsOrDie(CONFIRM_MILLIS);
      unconfirmed = 0;
    }
  }

  private void send(byte[] body, String contentType) throws IOException {
    channel.basicPublish(
        topology.exchange(),
        topology.routingKey(),
        true,
        MessageProperties.PERSISTENT_BASIC.builder().contentType(contentType).build(),
        body);
  }
}
