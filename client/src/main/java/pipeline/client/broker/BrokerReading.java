package pipeline.client.broker;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A broker's answer at one moment. A figure that the source does not tell is absent, never zero.
 *
 * @param ready messages in the queue, or in those of all partitions
 * @param unacked messages with consumers
 * @param memoryBytes of all nodes
 * @param alarms the resource alarms in effect; empty if the source does not tell
 * @param source that answered, as text for people
 * @param staleMillis the greatest age of a gauge: brokers refresh their figures now and then
 */
public record BrokerReading(
    OptionalLong ready,
    OptionalLong unacked,
    OptionalLong memoryBytes,
    Map<String, Count> counters,
    Optional<List<String>> alarms,
    String source,
    long staleMillis) {
  /**
   * The names of the counters, as in the JSON of {@code --json}: two samples of one give a rate.
   */
  public static final List<String> COUNTERS =
      List.of("publish", "confirm", "deliver", "ack", "redelivered");

  /** The reading of a broker that did not answer: every figure is absent. */
  static final BrokerReading NOTHING = of(OptionalLong.empty(), "");

  /** A reading of nothing but the queue's length, as it is when it is read. */
  static BrokerReading of(OptionalLong ready, String source) {
    OptionalLong none = OptionalLong.empty();
    return new BrokerReading(ready, none, none, Map.of(), Optional.empty(), source, 0);
  }

  /**
   * A counter's value.
   *
   * @param atMillis when the broker took it, on the broker's clock
   */
  public record Count(long value, long atMillis) {
    /** The sum of two queues' counters, as new as the newer one. */
    Count plus(Count other) {
      return new Count(value + other.value, Math.max(atMillis, other.atMillis));
    }
  }
}
