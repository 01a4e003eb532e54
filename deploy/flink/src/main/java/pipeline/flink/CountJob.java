package pipeline.flink;

import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import pipeline.consumer.store.redis.RedisFigures;

/**
 * The job: counts what the servers publish, each line once, at any parallelism. Flink's own
 * configuration says where checkpoints and state are, and how the job is started again after a
 * failure: whatever fails, it goes on from its last checkpoint.
 */
public final class CountJob {
  private CountJob() {}

  /** Submits the job to the cluster that Flink has started this in. */
  public static void main(String[] args) throws Exception {
    StreamExecutionEnvironment flink = StreamExecutionEnvironment.getExecutionEnvironment();
    build(flink, new JobSettings(System.getenv()));
    flink.execute("pipeline");
  }

  /** Adds the job to an environment. */
  static void build(StreamExecutionEnvironment flink, JobSettings settings) {
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
    DataStream<Run> runs = changes.getSideOutput(CountOnce.RUNS);
    String lines = RedisFigures.lines(settings.topology().queue());
    List<DataStream<? extends RedisSink.Stored>> stored =
        List.of(
            total("counts", changes, settings),
            total("runs", runs, settings),
            runs.map(run -> new Count("", lines, run.lines()))
                .keyBy(Count::key)
                .reduce(Count::plus)
                .uid("lines"),
            changes.getSideOutput(CountOnce.IDENTITIES));
    if (settings.store().isPresent()) {
      stored.forEach(totals -> totals.sinkTo(new RedisSink<>(settings)));
    }
  }

  private static <T extends Totals.Total<T>> DataStream<T> total(
      String name, DataStream<T> changes, JobSettings settings) {
    return changes
        .keyBy(Totals.Total::key)
        .transform(name, changes.getType(), new Totals<>(changes.getType(), name, settings))
        .uid(name);
  }
}
