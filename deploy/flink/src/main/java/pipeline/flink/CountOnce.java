package pipeline.flink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.Counting;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.MalformedMessageException;
import pipeline.wire.identity.RunAge;
import pipeline.wire.query.CounterUpdates;

/**
 * Counts the lines of a block that were not counted before. The identities of the block are its
 * state, so that they and what follows from them are in the same checkpoint; they are kept for as
 * long as servers take lines of the run.
 *
 * @param <P> the payload of a line
 */
final class CountOnce<P> extends KeyedProcessFunction<String, Part, Change> {
  private static final long serialVersionUID = 1;

  /** What the parts change in the figures of their runs. */
  static final OutputTag<RunChange> RUNS = new OutputTag<>("runs") {};

  private final JobSettings settings;
  private transient ValueState<byte[]> counted;
  private transient BatchDecoder<P> decoder;
  private transient Counting<P> counting;

  CountOnce(JobSettings settings) {
    this.settings = settings;
  }

  @Override
  public void open(OpenContext context) {
    ValueStateDescriptor<byte[]> identities =
        new ValueStateDescriptor<>(
            "identities", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO);
    identities.enableTimeToLive(StateTtlConfig.newBuilder(RunAge.REMEMBERED).build());
    counted = getRuntimeContext().getState(identities);
    decoder = new BatchDecoder<>(settings.<P>handlerOf().format());
    counting = settings.handlerOf();
  }

  @Override
  public void processElement(Part part, Context context, Collector<Change> changes)
      throws IOException, MalformedMessageException {
    if (part.end >= 0) {
      context.output(RUNS, new RunChange(part.run, 0, 0, 0, part.end));
      return;
    }
    Entry<P> entry = decoder.decode(array(part.entry)).get(0);
    RoaringBitmap seen = seen();
    Sums sums = new Sums();
    int fresh = 0;
    for (int i = 0; i < entry.count(); i++) {
      if (seen.checkedAdd(entry.key().seq() + i)) {
        fresh++;
      }
    }
    if (fresh == entry.count()) {
      entry.lines().payloads().forEach(payload -> counting.apply(payload, sums));
    } else if (fresh > 0) {
      RoaringBitmap before = seen();
      for (int i = 0; i < entry.count(); i++) {
        if (!before.contains(entry.key().seq() + i)) {
          counting.apply(entry.lines().line(i), sums);
        }
      }
    }
    if (fresh > 0) {
      keep(seen);
    }
    sums.byName.forEach((name, by) -> changes.collect(new Change(name, by)));
    long highest = (long) entry.key().seq() + entry.count();
    context.output(RUNS, new RunChange(part.run, fresh, entry.count() - fresh, highest, -1));
  }

  private static byte[] array(byte[] entry) {
    return ByteBuffer.allocate(entry.length + 2).put((byte) '[').put(entry).put((byte) ']').array();
  }

  private RoaringBitmap seen() throws IOException {
    RoaringBitmap seen = new RoaringBitmap();
    byte[] kept = counted.value();
    if (kept != null) {
      seen.deserialize(ByteBuffer.wrap(kept));
    }
    return seen;
  }

  private void keep(RoaringBitmap seen) throws IOException {
    seen.runOptimize();
    ByteBuffer bytes = ByteBuffer.allocate(seen.serializedSizeInBytes());
    seen.serialize(bytes);
    counted.update(bytes.array());
  }

  /** Sums up what the lines of a part change; 0 stands for a member of a set. */
  private final class Sums implements CounterUpdates {
    private final Map<String, Long> byName = new HashMap<>();

    @Override
    public void add(String number, long by) {
      byName.merge(number, by, Long::sum);
    }

    @Override
    public void add(String table, String row, long by) {
      byName.merge(counting.rowName(table, row), by, Long::sum);
    }

    @Override
    public void put(String set, String member) {
      byName.put(counting.rowName(set, member), 0L);
    }
  }
}
