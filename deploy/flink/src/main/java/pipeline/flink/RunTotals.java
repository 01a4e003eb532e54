package pipeline.flink;

import java.io.IOException;
import java.util.TreeSet;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * The figures of each run, and at a drain its line {@code run ID lines=9930 of=9930 missing=0
 * duplicates=0}, as the consumer reports it.
 */
final class RunTotals extends KeyedProcessFunction<String, RunChange, String> {
  private static final long serialVersionUID = 1;

  private transient ValueState<Figures> kept;

  /** What is known of a run. A bean, as Flink's serializers want it. */
  public static final class Figures {
    public long lines;
    public long duplicates;
    public long highest;

    /** The numbers of lines with which it ended, one unless they disagree; empty if it is open. */
    public String ends = "";
  }

  @Override
  public void open(OpenContext context) {
    kept = getRuntimeContext().getState(new ValueStateDescriptor<>("run", Figures.class));
  }

  @Override
  public void processElement(RunChange change, Context context, Collector<String> lines)
      throws IOException {
    Figures run = kept.value();
    if (run == null) {
      run = new Figures();
      context.timerService().registerEventTimeTimer(Totals.DRAIN);
    }
    run.lines += change.lines;
    run.duplicates += change.duplicates;
    run.highest = Math.max(run.highest, change.highest);
    if (change.end >= 0) {
      run.ends = with(run.ends, change.end);
    }
    kept.update(run);
  }

  private static String with(String ends, long end) {
    TreeSet<Long> all = new TreeSet<>();
    all.add(end);
    for (String each : ends.split(",", 0)) {
      if (!each.isEmpty()) {
        all.add(Long.parseLong(each));
      }
    }
    return String.join(",", all.stream().map(String::valueOf).toList());
  }

  @Override
  public void onTimer(long time, OnTimerContext context, Collector<String> lines)
      throws IOException {
    Figures run = kept.value();
    String[] ends = run.ends.split(",", 0);
    long end = run.ends.isEmpty() ? 0 : Long.parseLong(ends[ends.length - 1]);
    long known = Math.max(end, run.highest);
    lines.collect(
        "run "
            + context.getCurrentKey()
            + " lines="
            + run.lines
            + " of="
            + (run.ends.isEmpty() ? "?" : run.ends)
            + " missing="
            + (known - run.lines)
            + " duplicates="
            + run.duplicates
            + (run.ends.isEmpty() || run.highest <= end ? "" : " beyond=" + (run.highest - end)));
  }
}
