package pipeline.flink;

import java.io.IOException;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** The count of each name, and at a drain its line {@code count<TAB>name}. */
final class Totals extends KeyedProcessFunction<String, Change, String> {
  private static final long serialVersionUID = 1;

  /** The time that comes with a drain, and never before. */
  static final long DRAIN = Long.MAX_VALUE;

  private transient ValueState<Long> total;

  @Override
  public void open(OpenContext context) {
    total = getRuntimeContext().getState(new ValueStateDescriptor<>("total", Long.class));
  }

  @Override
  public void processElement(Change change, Context context, Collector<String> lines)
      throws IOException {
    Long before = total.value();
    if (before == null) {
      context.timerService().registerEventTimeTimer(DRAIN);
    }
    total.update(change.by == 0 ? Long.valueOf(1) : (before == null ? 0 : before) + change.by);
  }

  @Override
  public void onTimer(long time, OnTimerContext context, Collector<String> lines)
      throws IOException {
    lines.collect(total.value() + "\t" + context.getCurrentKey());
  }
}
