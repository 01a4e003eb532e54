package pipeline.consumer.workload;

import java.util.List;
import pipeline.consumer.store.Counting;
import pipeline.consumer.store.NamedCount;
import pipeline.wire.amqp.Topology;
import pipeline.wire.codec.PayloadFormat;
import pipeline.wire.query.QueryHandler;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.Workload;

/**
 * The consumer's side of one workload. Stateless and thread-safe.
 *
 * @param <P> the payload of an entry
 */
public abstract class WorkloadHandler<P> implements Counting<P> {

  private final Workload.Counter counter;
  private final PayloadFormat<P> format;
  private final QueryHandler reads;
  private final List<String> keyPatterns;
  private final String unit;
  private final List<String> figures;

  /**
   * A handler of what {@code counter} counts.
   *
   * @param reads the GETs that can be answered from the counts
   * @param unit the noun for a counted item, in the plural
   * @param figures the names of the figures that sum up all counts, in printing order
   */
  WorkloadHandler(
      Workload.Counter counter,
      PayloadFormat<P> format,
      QueryHandler reads,
      List<String> keyPatterns,
      String unit,
      List<String> figures) {
    this.counter = counter;
    this.format = format;
    this.reads = reads;
    this.keyPatterns = keyPatterns;
    this.unit = unit;
    this.figures = figures;
  }

  /**
   * The handler with this name. To add a workload, add a line here and its class.
   *
   * @throws IllegalArgumentException that names the value and the choices, if there is none
   */
  public static WorkloadHandler<?> named(String name) {
    Workload.Counter counter =
        Settings.constant(Workload.Counter.class, name)
            .orElseThrow(
                () ->
                    Settings.bad(
                        "--workload",
                        name,
                        "one of " + Settings.spelled(Workload.Counter.class, ", ")));
    return switch (counter) {
      case WORDCOUNT -> new WordCountHandler();
      case LIFT_RIDES -> new LiftRidesHandler();
      case SWIPE_COUNTS -> new SwipeCountsHandler();
      case SWIPE_MATCHES -> new SwipeMatchesHandler();
    };
  }

  /** The name that {@code --workload} takes and a state directory remembers. */
  public final String name() {
    return counter.spelled();
  }

  /**
   * The queue from which the workload is consumed.
   *
   * @throws IllegalArgumentException that names the bad setting
   */
  public final Topology queue(Settings settings) {
    return Topology.of(counter, settings);
  }

  public final PayloadFormat<P> format() {
    return format;
  }

  public final QueryHandler reads() {
    return reads;
  }

  @Override
  public final List<String> keyPatterns() {
    return keyPatterns;
  }

  public final String unit() {
    return unit;
  }

  public final List<String> figures() {
    return figures;
  }

  /** Adds a count to the figures; called for all counts in the order of their names. */
  public abstract void addUp(NamedCount count, Tally.Sums sums);

  /** Whether the highest counts are printed at the end. */
  public boolean isRanked() {
    return false;
  }
}
