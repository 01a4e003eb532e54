package pipeline.flink;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.codec.BatchDecoder.Decoded;
import pipeline.wire.codec.BatchDecoder.MalformedEntry;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.codec.MalformedMessageException;
import pipeline.wire.identity.Partitions;

/**
 * Divides messages into parts, each of one block of a run, and into ends of runs. What cannot be
 * read goes to the dead queue, which has confirmed it before a checkpoint lets the message be
 * acked.
 *
 * @param <P> the payload of a line
 */
final class Decode<P> extends ProcessFunction<Message, Part> {
  private static final long serialVersionUID = 1;
  private static final String JSON = "application/json";

  private final JobSettings settings;
  private transient BatchDecoder<P> decoder;
  private transient EntryEncoder<P> encoder;
  private transient DeadQueue dead;

  Decode(JobSettings settings) {
    this.settings = settings;
  }

  @Override
  public void open(OpenContext context) {
    decoder = new BatchDecoder<>(settings.<P>handlerOf().format());
    encoder = new EntryEncoder<>(settings.<P>handlerOf().format());
    dead = new DeadQueue(settings);
  }

  @Override
  public void processElement(Message message, Context context, Collector<Part> parts)
      throws IOException, InterruptedException {
    Decoded<P> decoded;
    try {
      if (!JSON.equals(message.type)) {
        throw new MalformedMessageException(
            "the content type is " + message.type + ", which is not read");
      }
      decoded = decoder.decodeEach(message.body);
    } catch (MalformedMessageException e) {
      dead.move(message.type, message.body, e.getMessage());
      return;
    }
    if (!decoded.malformed().isEmpty()) {
      List<byte[]> elements =
          decoded.malformed().stream()
              .map(element -> element.json().getBytes(StandardCharsets.UTF_8))
              .toList();
      MalformedEntry first = decoded.malformed().get(0);
      dead.move(JSON, EntryEncoder.join(elements), first.reason());
    }
    decoded.entries().forEach(entry -> divide(entry, parts));
    decoded.ends().forEach(end -> parts.collect(Part.of(end)));
  }

  private void divide(Entry<P> entry, Collector<Part> parts) {
    int count = entry.count();
    int together;
    for (int from = 0; from < count; from += together) {
      together = Partitions.inBlock(entry.key().seq() + from, count - from);
      Entry<P> part = together == count ? entry : entry.part(from, from + together);
      parts.collect(Part.of(part.key(), encoder.encode(part)));
    }
  }

  @Override
  public void close() {
    if (dead != null) {
      dead.close();
    }
  }
}
