package pipeline.lab.experiment.analysis;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import pipeline.rig.Component;

/**
 * What kept a launch from being faster, as far as the machine's counters tell. A pure function of
 * the launch. It names the largest user of a CPU, which need not be the cause: only an experiment
 * that changes it shows that.
 */
public final class Limit {
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

  private Limit() {}

  /** The limit of a launch in words, such as {@code CPU (server 41 %)}. */
  public static String of(Launch launch) {
    if (launch.value(Metric.BUSY).isEmpty()) {
      return UNKNOWN;
    }
    boolean clientToo = share(launch, Component.CLIENT) >= CLIENT_SHARE;
    return limit(launch) + (clientToo ? ", measures the client too" : "");
  }

  private static String limit(Launch launch) {
    for (Component component : LIMITED) {
      if (fillsItsCore(launch, component)) {
        return "the core of " + component;
      }
    }
    if (launch.value(Metric.BUSY).orElse(0) >= BUSY_PERCENT
        && launch.value(Metric.PRESSURE).orElse(100) >= PRESSURE_PERCENT) {
      Component largest =
          Collections.max(
              List.of(Component.values()), Comparator.comparingDouble(each -> share(launch, each)));
      return String.format(Locale.ROOT, "CPU (%s %.0f %%)", largest, 100 * share(launch, largest));
    }
    if (growsSteadily(launch.queue())) {
      return "consumers";
    }
    // without a client the queue held a backlog; else, in a closed loop, every thread has a request
    // in flight, and waits for nothing but its answer
    return launch.value(Metric.CPU_CLIENT).isEmpty() ? UNKNOWN : "client threads";
  }

  /**
   * Whether a component has CPUs for itself and uses all of them; the others may idle meanwhile.
   */
  private static boolean fillsItsCore(Launch launch, Component component) {
    String cpus = launch.slot().cell().levels().getOrDefault("cpus-" + component, "");
    double used =
        launch.value(Metric.cpu(component)).orElse(0)
            * launch.value(Metric.LINES_PER_SECOND).orElse(0)
            / MICROS;
    return cpus.matches("core\\d+") && used >= FULL_CORE;
  }

  /** A component's share of the CPU time that all components used. */
  private static double share(Launch launch, Component component) {
    double all =
        Arrays.stream(Component.values())
            .mapToDouble(each -> launch.value(Metric.cpu(each)).orElse(0))
            .sum();
    return all == 0 ? 0 : launch.value(Metric.cpu(component)).orElse(0) / all;
  }

  /** Whether the queue is longer after each quarter of the time to its peak than before it. */
  static boolean growsSteadily(List<Integer> queue) {
    int peak = queue.isEmpty() ? 0 : queue.indexOf(Collections.max(queue));
    return peak + 1 >= FEWEST_SAMPLES
        && queue.get(peak) >= QUEUE_OF_NOTE
        && IntStream.rangeClosed(1, 4)
            .allMatch(i -> queue.get(peak * i / 4) > queue.get(peak * (i - 1) / 4));
  }
}
