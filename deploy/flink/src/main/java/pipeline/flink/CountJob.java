package pipeline.flink;

import java.nio.file.Path;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The job: counts what the servers publish, each line once, at any parallelism. Flink's own
 * configuration says where checkpoints and state are, and how the job is started again after a
 * failure: whatever fails, it goes on from its last checkpoint.
 */
public final class CountJob {
  private final JobSettings settings;

  private CountJob(JobSettings settings) {
    this.settings = settings;
  }

  /** Submits the job to the cluster that Flink has started this in. */
  public static void main(String[] args) throws Exception {
    StreamExecutionEnvironment flink = StreamExecutionEnvironment.getExecutionEnvironment();
    build(flink, new JobSettings(System.getenv()));
    flink.execute("pipeline");
  }

  /** Adds the job to an environment. */
  static void build(StreamExecutionEnvironment flink, JobSettings settings) {
    new CountJob(settings).addTo(flink);
  }

  private void addTo(StreamExecutionEnvironment flink) {
    // state at least once would not have the identities and the totals of the same moment
    flink.enableCheckpointing(settings.intervalMillis(), CheckpointingMode.EXACTLY_ONCE);
    flink.getConfig().enableObjectReuse();
    SingleOutputStreamOperator<Count> changes =
        flink
            .fromSource(new QueueSource(settings), WatermarkStrategy.noWatermarks(), "queues")
            .uid("queues")
            .keyBy(Part::block)
            .process(new CountOnce(settings))
            .uid("count-once");
    JobSettings by = settings;
    total(
        "counts",
        changes.keyBy(Count::key),
        Count.class,
        Count::plus,
        count -> count.line(by.handler()));
    total(
        "runs",
        changes.getSideOutput(CountOnce.RUNS).keyBy(Run::id),
        Run.class,
        Run::plus,
        Run::line);
  }

  private <T> void total(
      String name,
      KeyedStream<T, String> changes,
      Class<T> type,
      ReduceFunction<T> sum,
      MapFunction<T, String> line) {
    Totals<T> totals = new Totals<>(type, sum, line, Path.of(settings.counts(), name));
    changes.transform(name, TypeInformation.of(type), totals).uid(name);
  }
}
