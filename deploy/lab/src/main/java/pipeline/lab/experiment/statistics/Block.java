package pipeline.lab.experiment.statistics;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.DoubleStream;
import pipeline.lab.experiment.design.Schedule.Role;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Metric;

/** The logarithms of one block against its base, NaN where one is missing. For one thread. */
final class Block {
  private final double[] cells;
  private final double[] control;

  /**
   * @param parts each with a base and a control of its own
   */
  Block(int cells, int parts) {
    this.cells = missing(cells);
    control = missing(parts);
  }

  private static double[] missing(int number) {
    double[] missing = new double[number];
    Arrays.fill(missing, Double.NaN);
    return missing;
  }

  /**
   * @param base of its part; empty if it was not launched
   * @param place of its cell in the design
   */
  void add(Launch launch, Optional<Launch> base, int place, Metric metric) {
    Slot slot = launch.slot();
    double log = base.map(its -> log(launch, metric) - log(its, metric)).orElse(Double.NaN);
    if (slot.role() == Role.CONTROL) {
      control[slot.part()] = log;
    } else if (slot.role() == Role.CELL || Double.isFinite(log)) {
      cells[place] = log;
    }
  }

  /** NaN or infinite if the launch does not count, or its value has no logarithm. */
  private static double log(Launch launch, Metric metric) {
    return launch.isValid() ? Math.log(launch.value(metric).orElse(Double.NaN)) : Double.NaN;
  }

  double cell(int place) {
    return cells[place];
  }

  /** The control's logarithm in each part. */
  DoubleStream control() {
    return Arrays.stream(control);
  }

  /** Of the first cell against the second. */
  double log(int[] pair) {
    return cells[pair[0]] - cells[pair[1]];
  }
}
