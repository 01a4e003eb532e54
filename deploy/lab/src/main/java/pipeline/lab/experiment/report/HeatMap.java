package pipeline.lab.experiment.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.report.Plot.Axis;
import pipeline.lab.experiment.result.Metric;

/**
 * Throughput by the levels of two factors: medians, and over the settings of the others their
 * geometric mean, since effects are ratios. Immutable.
 */
record HeatMap(Results results, Factor across, Factor down) {
  private static final int NAMES = 140;
  private static final int ROW = 44;
  private static final int FRAME = 60;

  /** One for each pair of factors that vary; none where not every combination was launched. */
  static List<HeatMap> all(Results results) {
    List<Factor> varied = results.design().varied();
    long combinations =
        varied.stream().mapToLong(factor -> factor.levels().size()).reduce(1, Math::multiplyExact);
    List<HeatMap> all = new ArrayList<>();
    for (int one = 0; one < varied.size(); one++) {
      for (int other = one + 1; other < varied.size(); other++) {
        if (combinations == results.design().cells().size()) {
          all.add(new HeatMap(results, varied.get(one), varied.get(other)));
        }
      }
    }
    return all;
  }

  String title() {
    return across.name() + " and " + down.name();
  }

  String svg() {
    Plot plot =
        new Plot(
            Axis.named(across.name(), across.levels()),
            Axis.named(down.name(), down.levels()),
            NAMES,
            FRAME + ROW * down.levels().size());
    double[] known =
        across.levels().stream()
            .flatMapToDouble(
                a -> down.levels().stream().flatMapToDouble(d -> throughput(a, d).stream()))
            .toArray();
    double low = DoubleStream.of(known).min().orElse(0);
    double high = DoubleStream.of(known).max().orElse(0);
    for (int x = 0; x < across.levels().size(); x++) {
      for (int y = 0; y < down.levels().size(); y++) {
        OptionalDouble value = throughput(across.levels().get(x), down.levels().get(y));
        if (value.isPresent()) {
          double share = high == low ? 0 : (value.getAsDouble() - low) / (high - low);
          plot.tile(x, y, share, String.format(Locale.ROOT, "%,.0f", value.getAsDouble()));
        }
      }
    }
    return plot.svg("Throughput by " + title());
  }

  /** Empty where a setting of the others has none: the mean would be of easier settings only. */
  OptionalDouble throughput(String acrossLevel, String downLevel) {
    double mean =
        results.design().cells().stream()
            .filter(cell -> isAt(cell, across, acrossLevel) && isAt(cell, down, downLevel))
            .mapToDouble(cell -> Math.log(results.median(cell, Metric.PRIMARY).orElse(Double.NaN)))
            .average()
            .orElse(Double.NaN);
    return Double.isNaN(mean) ? OptionalDouble.empty() : OptionalDouble.of(Math.exp(mean));
  }

  private static boolean isAt(Cell cell, Factor factor, String level) {
    return cell.level(factor.name()).equals(level);
  }
}
