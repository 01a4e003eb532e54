package pipeline.peers;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.apache.commons.lang3.SerializationUtils;
import pipeline.wire.amqp.Topology;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** Fills a queue as our server, or that of the reference design, would. Used by one thread. */
final class Backlog {
  private static final Pattern LINE_END = Pattern.compile("\\r?\\n");
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

  /** The words of each line that a client would post, counted: all lines but the empty ones. */
  static List<Map<String, Integer>> words(Path text) throws IOException {
    return LINE_END
        .splitAsStream(Files.readString(text))
        .filter(line -> !line.isEmpty())
        .map(Backlog::words)
        .toList();
  }

  private static Map<String, Integer> words(String line) {
    Map<String, Integer> words = new HashMap<>();
    for (String word : line.split("\\s+", -1)) {
      if (!word.isEmpty()) {
        words.merge(word, 1, Integer::sum);
      }
    }
    return words;
  }

  /** Publishes the lines some times under a run of their own, {@code grouped} to a message. */
  void fill(List<Map<String, Integer>> lines, int repeat, int grouped)
      throws IOException, InterruptedException, TimeoutException {
    RunId run = RunId.random(new SecureRandom());
    int number = Math.multiplyExact(lines.size(), repeat);
    List<byte[]> group = new ArrayList<>(grouped);
    for (int seq = 0; seq < number; seq++) {
      Map<String, Integer> words = lines.get(seq % lines.size());
      group.add(encoder.encode(Entry.single(new RequestKey(run, seq), words)));
      if (group.size() == grouped || seq == number - 1) {
        publish(EntryEncoder.join(group), "application/json");
        group.clear();
      }
    }
    channel.waitForConfirmsOrDie(CONFIRM_MILLIS);
  }

  /** Publishes messages of the reference design: a serialized map each. */
  void fillSerialized(List<Map<String, Integer>> lines, int repeat)
      throws IOException, InterruptedException, TimeoutException {
    for (int time = 0; time < repeat; time++) {
      for (Map<String, Integer> words : lines) {
        publish(SerializationUtils.serialize(new HashMap<>(words)), null);
      }
    }
    channel.waitForConfirmsOrDie(CONFIRM_MILLIS);
  }

  private void publish(byte[] body, String contentType)
      throws IOException, InterruptedException, TimeoutException {
    channel.basicPublish(
        topology.exchange(),
        topology.routingKey(0),
        true,
        MessageProperties.PERSISTENT_BASIC.builder().contentType(contentType).build(),
        body);
    if (++unconfirmed == CONFIRM_EVERY) {
      channel.waitForConfirmsOrDie(CONFIRM_MILLIS);
      unconfirmed = 0;
    }
  }
}
