package pipeline.lab.experiment.report;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import pipeline.lab.experiment.report.Plot.Axis;
import pipeline.lab.experiment.result.Launch;

/** The queue's length over time, a line a cell. */
final class QueueChart {
  private static final int LEFT = 76;
  private static final int HEIGHT = 300;

  private QueueChart() {}

  /** The queue's length over the time of a typical launch of each cell; classes {@code q0} on. */
  static String of(Results results) {
    List<Launch> typical =
        results.design().cells().stream().map(cell -> results.typical(cell).orElse(null)).toList();
    double longest = 1;
    double most = 1;
    for (Launch launch : typical) {
      if (launch != null) {
        longest = Math.max(longest, launch.queue().size() - 1);
        most = Math.max(most, launch.queue().stream().mapToInt(Integer::intValue).max().orElse(0));
      }
    }
    Plot plot =
        new Plot(
            new Axis("seconds", 0, longest, List.of()), Axis.of("messages", 0, most), LEFT, HEIGHT);
    for (int i = 0; i < typical.size(); i++) {
      if (typical.get(i) != null) {
        List<Integer> queue = typical.get(i).queue();
        double[] points =
            IntStream.range(0, queue.size())
                .boxed()
                .flatMap(second -> Stream.of((double) second, (double) queue.get(second)))
                .mapToDouble(Double::doubleValue)
                .toArray();
        plot.line(i % 5 + 1, "q q" + i, points);
      }
    }
    return plot.svg("Queue length over time");
  }
}
