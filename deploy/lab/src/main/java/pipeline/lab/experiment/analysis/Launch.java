package pipeline.lab.experiment.analysis;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import pipeline.rig.Component;

/**
 * The result of one launch: fresh programs on an empty queue, one number a metric. Immutable.
 *
 * @param slot which launch it was
 * @param note why it is not {@link Status#OK}, or what else is to be known; empty for nothing
 * @param values what could be measured
 * @param queue messages that waited in the queue, a number a second
 */
public record Launch(
    Design.Slot slot, Status status, String note, Map<Metric, Double> values, List<Integer> queue) {

  private static final String UNKNOWN = "not determined";
  private static final double BUSY_PERCENT = 90;
  private static final double PRESSURE_PERCENT = 20;

  /** The share of one CPU from which a component that has only one is as fast as it can be. */
  private static final double FULL_CORE = 0.9;

  private static final double MICROS = 1e6;

  /** The components that can be kept on a core of their own. */
  private static final List<Component> LIMITED =
      List.of(Component.CLIENT, Component.SERVER, Component.CONSUMER);

  /** The client's share of the CPU time from which its own speed is measured too. */
  private static final double CLIENT_SHARE = 0.35;

  /** A queue shorter than this may be the messages of one moment. */
  private static final int QUEUE_OF_NOTE = 100;

  private static final int FEWEST_SAMPLES = 4;

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
  public static Launch failed(Design.Slot slot, Status status, String note) {
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

  /**
   * What kept the launch from being faster, as far as the machine's counters tell, such as {@code
   * CPU (server 41 %)}. It names the largest user of a CPU, which need not be the cause: only an
   * experiment that changes it shows that.
   */
  public String limit() {
    if (value(Metric.BUSY).isEmpty()) {
      return UNKNOWN;
    }
    boolean clientToo = share(Component.CLIENT) >= CLIENT_SHARE;
    return limitOfAll() + (clientToo ? ", measures the client too" : "");
  }

  private String limitOfAll() {
    for (Component component : LIMITED) {
      if (fillsItsCore(component)) {
        return "the core of " + component;
      }
    }
    if (number(Metric.BUSY) >= BUSY_PERCENT
        && value(Metric.PRESSURE).orElse(100) >= PRESSURE_PERCENT) {
      List<Component> all = List.of(Component.values());
      Component largest = Collections.max(all, Comparator.comparingDouble(this::share));
      return String.format(Locale.ROOT, "CPU (%s %.0f %%)", largest, 100 * share(largest));
    }
    if (growsSteadily(queue)) {
      return "consumers";
    }
    // without a client the queue held a backlog; else, in a closed loop, every thread has a request
    // in flight, and waits for nothing but its answer
    return value(Metric.CPU_CLIENT).isEmpty() ? UNKNOWN : "client threads";
  }

  /** Whether a component has a CPU for itself and uses all of it; the others may idle meanwhile. */
  private boolean fillsItsCore(Component component) {
    String cpus = slot.cell().levels().getOrDefault("cpus-" + component, "");
    double used = number(Metric.cpu(component)) * number(Metric.LINES_PER_SECOND) / MICROS;
    return cpus.matches("core\\d+") && used >= FULL_CORE;
  }

  /** A component's share of the CPU time that all components used. */
  private double share(Component component) {
    double all = Stream.of(Component.values()).mapToDouble(each -> number(Metric.cpu(each))).sum();
    return all == 0 ? 0 : number(Metric.cpu(component)) / all;
  }

  private double number(Metric metric) {
    return values.getOrDefault(metric, 0.0);
  }

  /** Whether a queue is longer after each quarter of the time to its peak than before it. */
  static boolean growsSteadily(List<Integer> queue) {
    int peak = queue.isEmpty() ? 0 : queue.indexOf(Collections.max(queue));
    return peak + 1 >= FEWEST_SAMPLES
        && queue.get(peak) >= QUEUE_OF_NOTE
        && IntStream.rangeClosed(1, 4)
            .allMatch(i -> queue.get(peak * i / 4) > queue.get(peak * (i - 1) / 4));
  }
}
