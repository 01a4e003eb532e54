package pipeline.flink;

import java.io.IOException;
import java.time.Duration;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
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
 * state, so that they and what follows from them are in the same checkpoint. A line whose block may
 * be forgotten by now is not counted, since nothing tells whether it was: its run has it missing.
 */
final class CountOnce extends KeyedProcessFunction<String, Part, Count> {
  /** What the parts change in the figures of their runs. */
  static final OutputTag<Run> RUNS = new OutputTag<>("runs") {};

  /** All identities of a block that has new ones. */
  static final OutputTag<Identities> IDENTITIES = new OutputTag<>("identities") {};

  /** The time for which identities are kept after the last new line of their block. */
  static final Duration KEPT = RunAge.REMEMBERED.multipliedBy(2);

  private final JobSettings settings;
  private transient ValueState<Identities> counted;
  private transient BatchDecoder<Object> decoder;

  CountOnce(JobSettings settings) {
    this.settings = settings;
  }

  @Override
  public void open(OpenContext context) {
    ValueStateDescriptor<Identities> identities =
        new ValueStateDescriptor<>("identities", Identities.class);
    identities.enableTimeToLive(StateTtlConfig.newBuilder(KEPT).build());
    counted = getRuntimeContext().getState(identities);
    decoder = new BatchDecoder<>(settings.handler().format());
  }

  @Override
  public void processElement(Part part, Context context, Collector<Count> changes)
      throws IOException, MalformedMessageException {
    Decoded<Object> decoded = decoder.decodeEach(part.message());
    decoded.ends().forEach(end -> context.output(RUNS, Run.of(end)));
    long oldest = System.currentTimeMillis() - KEPT.toMillis();
    for (Entry<Object> entry : decoded.entries()) {
      Identities before = counted.value();
      if (before == null && entry.key().run().startMillis() < oldest) {
        continue;
      }
      RoaringBitmap known = before == null ? new RoaringBitmap() : before.numbers();
      NewLines<Object> lines = NewLines.of(entry).without(known);
      context.output(RUNS, Run.of(lines));
      if (lines.count() > 0) {
        Changes out = new Changes(changes);
        lines.forEachPayload(payload -> settings.handler().apply(payload, out));
        known.or(lines.numbers());
        Identities all = Identities.of(part.block(), known);
        counted.update(all);
        context.output(IDENTITIES, all);
      }
    }
  }

  /** Hands on what lines change. */
  private record Changes(Collector<Count> out) implements CounterUpdates {
    @Override
    public void add(String number, long by) {
      out.collect(new Count("", number, by));
    }

    @Override
    public void add(String table, String row, long by) {
      out.collect(new Count(table, row, by));
    }

    @Override
    public void put(String set, String member) {
      out.collect(new Count(set, member, 0));
    }
  }
}
