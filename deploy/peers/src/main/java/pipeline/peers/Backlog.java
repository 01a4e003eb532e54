package pipeline.peers;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.apache.commons.lang3.SerializationUtils;
import pipeline.wire.amqp.Topology;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** Fills a queue as our server, or that of the reference design, would. Used by one thread. */
final class Backlog {
  private static final int CONFIRM_EVERY = 1_000;
  private static final long CONFIRM_MILLIS = 60_000;

  private final Channel channel;
  private final Topology topology;
  private final EntryEncoder<Map<String, Integer>> encoder =
      new EntryEncoder<>(new WordCountFormat());
  private int unconfirmed;

  /** Declares the queue. The caller closes the channel, which only this object uses. */
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

  /** Publishes messages of the reference design: a serialized map each. */
  void fillSerialized(Iterator<Map<String, Integer>> words, int lines)
      throws IOException, InterruptedException, TimeoutException {
    for (int i = 0; i < lines; i++) {
      publish(SerializationUtils.serialize(new HashMap<>(words.next())), null);
    }
    channel.waitForConfirmsOrDie(CONFIRM_MILLIS);
  }

  private void publish(byte[] body, String contentType)
      throws IOException, InterruptedException, TimeoutException {
    channel.basicPublish(
        topology.exchange(),
        topology.routingKey(),
        true,
        MessageProperties.PERSISTENT_BASIC.builder().contentType(contentType).build(),
        body);
    if (++unconfirmed == CONFIRM_EVERY) {
      channel.waitForConfirmsOrDie(CONFIRM_MILLIS);
      unconfirmed = 0;
    }
  }
}
