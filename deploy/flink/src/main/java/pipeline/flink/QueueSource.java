package pipeline.flink;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;
import pipeline.wire.amqp.Topology;

/**
 * The parts of the messages of the topology's queues, each at least once. The readers share the
 * queues: each has one at least, which another may have too. Nothing of a reader is kept in a
 * checkpoint: what was not acked after one, the broker delivers again, to any reader.
 */
final class QueueSource implements Source<Part, QueueSource.Split, String> {
  private final JobSettings settings;

  QueueSource(JobSettings settings) {
    this.settings = settings;
  }

  /** A queue, by its name. */
  record Split(String splitId) implements SourceSplit {}

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.CONTINUOUS_UNBOUNDED;
  }

  @Override
  public SourceReader<Part, Split> createReader(SourceReaderContext context) {
    return new QueueReader(settings);
  }

  @Override
  public SplitEnumerator<Split, String> createEnumerator(SplitEnumeratorContext<Split> context) {
    return new Assignment(settings.topology().partitionQueues(), context);
  }

  @Override
  public SplitEnumerator<Split, String> restoreEnumerator(
      SplitEnumeratorContext<Split> context, String checkpoint) {
    return createEnumerator(context);
  }

  @Override
  public SimpleVersionedSerializer<Split> getSplitSerializer() {
    return new SplitFormat();
  }

  @Override
  public SimpleVersionedSerializer<String> getEnumeratorCheckpointSerializer() {
    return SimpleVersionedStringSerializer.INSTANCE;
  }

  /** Gives each reader that registers, also after a failure, its share of the queues. */
  private record Assignment(List<String> queues, SplitEnumeratorContext<Split> context)
      implements SplitEnumerator<Split, String> {
    @Override
    public void start() {}

    @Override
    public void addReader(int reader) {
      int readers = context.currentParallelism();
      List<Split> share = Topology.share(queues, reader, readers).stream().map(Split::new).toList();
      context.assignSplits(new SplitsAssignment<>(Map.of(reader, share)));
    }

    @Override
    public void handleSplitRequest(int reader, String host) {}

    @Override
    public void addSplitsBack(List<Split> splits, int reader) {
      // the reader gets them again when it registers again
    }

    @Override
    public String snapshotState(long checkpoint) {
      return "";
    }

    @Override
    public void close() {}
  }

  private static final class SplitFormat implements SimpleVersionedSerializer<Split> {
    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(Split split) {
      return split.splitId().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Split deserialize(int version, byte[] queue) {
      return new Split(new String(queue, StandardCharsets.UTF_8));
    }
  }
}
