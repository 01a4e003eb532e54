package pipeline.consumer.workload;

import java.util.List;
import java.util.stream.Collectors;
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
public interface WorkloadHandler<P> extends Counting<P> {

  /**
   * The handler with this name. To add a workload, add a line here and its class.
   *
   * @throws IllegalArgumentException that names the value and the choices, if there is none
   */
  static WorkloadHandler<?> named(String name) {
    List<WorkloadHandler<?>> all =
        List.of(
            new WordCountHandler(),
            new LiftRidesHandler(),
            new SwipeCountsHandler(),
            new SwipeMatchesHandler());
    return all.stream()
        .filter(handler -> handler.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    all.stream()
                        .map(WorkloadHandler::name)
                        .collect(
                            Collectors.joining(
                                ", ", "--workload is '" + name + "', but must be one of ", ""))));
  }

  /** What the handler counts. */
  Workload.Counter counter();

  /** The name that {@code --workload} takes and a state directory remembers. */
  default String name() {
    return counter().spelled();
  }

  /**
   * The queue from which the workload is consumed.
   *
   * @throws IllegalArgumentException that names the bad setting
   */
  default Topology queue(Settings settings) {
    return Topology.of(counter(), settings);
  }

  PayloadFormat<P> format();

  /** The GETs that can be answered from the counts. */
  QueryHandler reads();

  /** The noun for a counted item, in the plural. */
  String unit();

  /** The names of the figures that sum up all counts, in printing order. */
  List<String> figures();

  /** Adds a count to the figures; called for all counts in the order of their names. */
  void addUp(NamedCount count, Tally.Sums sums);

  /** Whether the highest counts are printed at the end. */
  default boolean isRanked() {
    return false;
  }
}
