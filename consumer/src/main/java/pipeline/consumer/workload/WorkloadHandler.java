package pipeline.consumer.workload;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.store.memory.Totals;
import pipeline.wire.amqp.Topology;
import pipeline.wire.codec.PayloadFormat;
import pipeline.wire.query.CounterUpdates;
import pipeline.wire.query.QueryHandler;
import pipeline.wire.settings.Settings;

/**
 * Everything that the consumer knows about one workload. Stateless and thread-safe.
 *
 * @param <P> the payload of an entry
 */
public interface WorkloadHandler<P> {

  /** By which {@code --workload} finds it, and which a state directory remembers. */
  String name();

  /**
   * The queue that it consumes.
   *
   * @throws IllegalArgumentException that names the bad setting
   */
  Topology queue(Settings settings);

  PayloadFormat<P> format();

  /** What a payload changes; must not fail on what {@link #format} has read. */
  void apply(P payload, CounterUpdates changes);

  /** The GETs that this consumer's counts can answer. */
  QueryHandler reads();

  /** The names that {@link #apply} changes, as patterns with {@code *}. */
  List<String> names();

  /** How a row, or a member of a set, is named where all numbers stand in one list. */
  default String rowName(String group, String row) {
    return Totals.rowName(group, row);
  }

  /** What an entry is called, in the plural. */
  String entries();

  /** What the counts come to, by name, in the order in which it is printed. */
  Map<String, Long> figures(Collection<NamedCount> counts);

  /** Whether the highest counts are worth a list at the end. */
  default boolean isRanked() {
    return false;
  }

  /** Where the numbers are kept in memory. */
  default Totals newTotals() {
    return Totals.empty();
  }

  /** For payloads that are also sent as serialized Java objects. */
  default Optional<MessageReader<P>> javaReader() {
    return Optional.empty();
  }
}
