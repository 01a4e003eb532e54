package pipeline.lab.experiment.run;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import pipeline.lab.experiment.result.Metric;

/**
 * What was measured in a launch.
 *
 * @param queue messages that waited, a number a second
 */
record Measured(Map<Metric, Double> values, List<Integer> queue) {

  /** Adds the longest queue to the values, if there are samples of it. */
  static Measured of(Map<Metric, Double> values, List<Integer> queue) {
    Map<Metric, Double> all = new EnumMap<>(Metric.class);
    all.putAll(values);
    queue.stream()
        .mapToInt(Integer::intValue)
        .max()
        .ifPresent(most -> all.put(Metric.LONGEST_QUEUE, (double) most));
    return new Measured(all, queue);
  }
}
