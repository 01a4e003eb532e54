package pipeline.flink;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The job: counts what the servers publish, each line once, at any parallelism. Flink's own
 * configuration says where checkpoints and state are.
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
    flink.enableCheckpointing(settings.intervalMillis());
    SingleOutputStreamOperator<Change> changes =
        flink
            .fromSource(new QueueSource(settings), WatermarkStrategy.noWatermarks(), "queues")
            .returns(Message.class)
            .uid("queues")
            .process(new Decode<>(settings))
            .returns(Part.class)
            .uid("decode")
            .keyBy(Part::key)
            .process(new CountOnce<>(settings))
            .returns(Change.class)
            .uid("count-once");
    changes
        .keyBy(change -> change.name)
        .process(new Totals())
        .uid("totals")
        .sinkTo(new FilesAtDrain(settings.counts(), "counts"))
        .uid("counts");
    changes
        .getSideOutput(CountOnce.RUNS)
        .keyBy(change -> change.run)
        .process(new RunTotals())
        .uid("runs")
        .sinkTo(new FilesAtDrain(settings.counts(), "runs"))
        .uid("reports");
  }
}
