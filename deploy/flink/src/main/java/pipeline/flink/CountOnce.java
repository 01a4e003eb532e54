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
import pipeline.consumer.store.NewLines;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.codec.BatchDecoder.Decoded;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.MalformedMessageException;
import pipeline.wire.identity.RunAge;
import pipeline.wire.query.CounterUpdates;

/**
 * Counts the lines of a block that were not counted before. The identities of the block are its
 * state, so that they and what follows from them are in the same checkpoint; they are kept for as
 * long as servers take lines of the run.
 */
final class CountOnce extends KeyedProcessFunction<String, Part, Count> {
  private static final long serialVersionUID = 1;

  /** What the parts change in the figures of their runs. */
  static final OutputTag<Run> RUNS = new OutputTag<>("runs") {};

  private final JobSettings settings;
  private transient ValueState<byte[]> counted;
  private transient BatchDecoder<Object> decoder;

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
    decoder = new BatchDecoder<>(settings.handler().format());
  }

  @Override
  public void processElement(Part part, Context context, Collector<Count> changes)
      throws IOException, MalformedMessageException {
    Decoded<Object> decoded = decoder.decodeEach(part.message());
    decoded.ends().forEach(end -> context.output(RUNS, Run.of(end)));
    for (Entry<Object> entry : decoded.entries()) {
      context.output(RUNS, count(entry, changes));
    }
  }

  private Run count(Entry<Object> entry, Collector<Count> changes) throws IOException {
    RoaringBitmap known = known();
    NewLines<Object> lines = NewLines.of(entry, known);
    if (lines.count() > 0) {
      Sums sums = new Sums(new HashMap<>());
      lines.forEachPayload(payload -> settings.handler().apply(payload, sums));
      sums.byKey().values().forEach(changes::collect);
      known.or(lines.numbers());
      keep(known);
    }
    int count = entry.count();
    String run = entry.key().run().toString();
    return new Run(
        run, lines.count(), count - lines.count(), entry.key().seq() + (long) count, null);
  }

  private RoaringBitmap known() throws IOException {
    RoaringBitmap known = new RoaringBitmap();
    byte[] kept = counted.value();
    if (kept != null) {
      known.deserialize(ByteBuffer.wrap(kept));
    }
    return known;
  }

  private void keep(RoaringBitmap known) throws IOException {
    known.runOptimize();
    ByteBuffer bytes = ByteBuffer.allocate(known.serializedSizeInBytes());
    known.serialize(bytes);
    counted.update(bytes.array());
  }

  /** Sums up what the lines of a part change. */
  private record Sums(Map<String, Count> byKey) implements CounterUpdates {
    private void add(Count change) {
      byKey.merge(change.key(), change, Count::plus);
    }

    @Override
    public void add(String number, long by) {
      add(new Count("", number, by));
    }

    @Override
    public void add(String table, String row, long by) {
      add(new Count(table, row, by));
    }

    @Override
    public void put(String set, String member) {
      add(new Count(set, member, 0));
    }
  }
}
