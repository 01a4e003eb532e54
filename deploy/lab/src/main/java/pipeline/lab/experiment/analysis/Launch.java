package pipeline.lab.experiment.analysis;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The result of one launch: fresh programs on an empty queue, one number a metric. Immutable.
 *
 * @param slot which launch it was
 * @param note why it is not {@link Status#OK}, or what else is to be known; empty for nothing
 * @param values what could be measured
 * @param queue messages that waited in the queue, a number a second
 */
public record Launch(
    Schedule.Slot slot,
    Status status,
    String note,
    Map<Metric, Double> values,
    List<Integer> queue) {

  /** How a launch ended. */
  public enum Status {
    OK,
    /** The launch was measured, but lines are missing or counted twice. */
    LOST,
    /** A program failed, or did not start. */
    FAILED,
    /** The launch did not end in time. */
    TIMED_OUT
  }

  public Launch {
    values = Map.copyOf(values);
    queue = List.copyOf(queue);
  }

  /** A launch that was not measured. */
  public static Launch failed(Schedule.Slot slot, Status status, String note) {
    return new Launch(slot, status, note, Map.of(), List.of());
  }

  public boolean isOk() {
    return status == Status.OK;
  }

  /** Whether the launch was completed, with or without losses. */
  public boolean isMeasured() {
    return isOk() || status == Status.LOST;
  }

  /**
   * Whether the numbers count: nothing was lost, or the launch was to show what a restart loses.
   */
  public boolean isValid() {
    return isOk() || (isMeasured() && values.containsKey(Metric.WAITING_AFTER));
  }

  /** The value of a metric; empty if it was not measured. */
  public OptionalDouble value(Metric metric) {
    Double value = values.get(metric);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
