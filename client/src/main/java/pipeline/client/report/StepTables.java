package pipeline.client.report;

import static pipeline.wire.process.Console.grouped;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.lang3.StringUtils;
import pipeline.client.broker.BrokerCounter;
import pipeline.client.broker.BrokerStep;
import pipeline.client.load.StepResult;
import pipeline.client.stats.LatencyStats;
import pipeline.client.stats.ServerStats;
import pipeline.wire.process.Console;

/** Tables that add to a run's blocks, as text: its steps side by side, its servers, its reads. */
final class StepTables {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final String GAP = "  ";

  private StepTables() {}

  /**
   * A table with a line for each step; N/mean is Little's law, the threads at work / mean service
   * time.
   *
   * @param withLines whether the last column is the lines a second
   */
  static String steps(List<StepResult> steps, boolean withLines) {
    Table<StepResult> table =
        new Table<StepResult>()
            .column("step", StepResult::label)
            .column("ok", step -> grouped(step.stats().successes().count()))
            .column("failed", step -> grouped(step.stats().failures()))
            .latencies(step -> step.stats().successes())
            .column("wall s", step -> decimals(3, step.stats().wallNanos() / NANOS_PER_SECOND))
            .column("drain s", step -> known(1, step.drainSeconds()))
            .column("req/s", step -> decimals(2, step.stats().throughput()))
            .column("N/mean", step -> decimals(2, step.stats().predictedThroughput()));
    if (withLines) {
      table.column("lines/s", step -> decimals(2, step.stats().linesPerSecond()));
    }
    return table.text(steps);
  }

  /**
   * A table with a line for each step of the open model: response times count from when a request
   * was due, service times from when it was sent.
   */
  static String open(List<StepResult> steps) {
    return new Table<StepResult>()
        .column("open model", StepResult::label)
        .column("asked/s", step -> decimals(2, step.plan().stage().rate()))
        .column("req/s", step -> decimals(2, step.stats().throughput()))
        .column("late", step -> grouped(step.late()))
        .column("dropped", step -> grouped(step.dropped()))
        .column("response p50 ms", step -> percentile(50, step.stats().successes()))
        .column("p99 ms", step -> percentile(99, step.stats().successes()))
        .column("service p50 ms", step -> percentile(50, step.stats().serviceTimes()))
        .column("p99 ms", step -> percentile(99, step.stats().serviceTimes()))
        .text(steps.stream().filter(step -> step.plan().isOpen()).toList());
  }

  /** A server's share of a step. */
  private record Share(StepResult step, ServerStats server) {
    double perSecond() {
      return step.stats().perSecond(server.successes().count());
    }
  }

  /** A table with a line for each server of each step. */
  static String servers(List<StepResult> steps) {
    return new Table<Share>()
        .column("server", share -> share.server.url())
        .column("step", share -> share.step.label())
        .column("ok", share -> grouped(share.server.successes().count()))
        .column("failed", share -> grouped(share.server.failures()))
        .latencies(share -> share.server.successes())
        .column("req/s", share -> decimals(2, share.perSecond()))
        .text(
            steps.stream()
                .flatMap(step -> step.stats().servers().stream().map(s -> new Share(step, s)))
                .toList());
  }

  /** A table with a line for the reads beside each step. */
  static String gets(List<StepResult> steps) {
    Function<StepResult, LatencyStats> latency = step -> step.gets().orElseThrow().successes();
    return new Table<StepResult>()
        .column("GETs", StepResult::label)
        .column("ok", step -> grouped(latency.apply(step).count()))
        .column("failed", step -> grouped(step.gets().orElseThrow().failures()))
        .column("min ms", step -> decimals(4, latency.apply(step).minMillis()))
        .column("mean ms", step -> decimals(4, latency.apply(step).meanMillis()))
        .column("p99 ms", step -> percentile(99, latency.apply(step)))
        .column("max ms", step -> decimals(4, latency.apply(step).maxMillis()))
        .text(steps.stream().filter(step -> step.gets().isPresent()).toList());
  }

  /**
   * A table with a line for the queue of each step: the most messages that were ready and that were
   * with consumers, and the broker's mean rates.
   *
   * @param broker what the broker told of each step
   */
  static String broker(List<StepResult> steps, List<BrokerStep> broker) {
    Table<Integer> table =
        new Table<Integer>()
            .column("broker", i -> steps.get(i).label())
            .column("most ready", i -> known(broker.get(i).maxReady()))
            .column("most unacked", i -> known(broker.get(i).maxUnacked()));
    for (BrokerCounter counter : BrokerCounter.values()) {
      table.column(
          counter.label() + "/s",
          i ->
              Optional.ofNullable(broker.get(i).rates().get(counter))
                  .map(rate -> decimals(2, rate))
                  .orElse("-"));
    }
    return table.text(IntStream.range(0, steps.size()).boxed().toList());
  }

  private static String known(OptionalLong number) {
    return number.isPresent() ? grouped(number.getAsLong()) : "-";
  }

  private static String known(int places, OptionalDouble number) {
    return number.isPresent() ? decimals(places, number.getAsDouble()) : "-";
  }

  private static String percentile(double percent, LatencyStats stats) {
    return decimals(4, stats.percentileMillis(percent));
  }

  private static String decimals(int places, double number) {
    return String.format(Locale.ROOT, "%,." + places + "f", number);
  }

  /** A table as text, by its columns: the first aligned to the left, the others to the right. */
  private static final class Table<T> {
    private final List<String> headings = new ArrayList<>();
    private final List<Function<T, String>> cells = new ArrayList<>();

    /** Adds a column: its heading, and what stands there in the line of an element. */
    Table<T> column(String heading, Function<T, String> cell) {
      headings.add(heading);
      cells.add(cell);
      return this;
    }

    Table<T> latencies(Function<T, LatencyStats> of) {
      return column("mean ms", element -> decimals(4, of.apply(element).meanMillis()))
          .column("p50 ms", element -> percentile(50, of.apply(element)))
          .column("p99 ms", element -> percentile(99, of.apply(element)))
          .column("max ms", element -> decimals(4, of.apply(element).maxMillis()));
    }

    /** The headings and a line for each element; empty if there are none. */
    String text(List<T> elements) {
      if (elements.isEmpty()) {
        return "";
      }
      List<List<String>> rows = new ArrayList<>();
      rows.add(headings);
      for (T element : elements) {
        rows.add(cells.stream().map(c -> Console.printable(c.apply(element))).toList());
      }
      List<Integer> widths =
          IntStream.range(0, headings.size())
              .mapToObj(i -> rows.stream().mapToInt(row -> row.get(i).length()).max().getAsInt())
              .toList();
      return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining());
    }

    private static String line(List<String> row, List<Integer> widths) {
      StringBuilder line = new StringBuilder(StringUtils.rightPad(row.get(0), widths.get(0)));
      for (int i = 1; i < row.size(); i++) {
        line.append(GAP).append(StringUtils.leftPad(row.get(i), widths.get(i)));
      }
      return line.append('\n').toString();
    }
  }
}
