package pipeline.lab.experiment.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import pipeline.lab.experiment.analysis.Analysis;
import pipeline.lab.experiment.analysis.Cell;
import pipeline.lab.experiment.analysis.Comparison;
import pipeline.lab.experiment.analysis.Estimate;
import pipeline.lab.experiment.analysis.Factor;
import pipeline.lab.experiment.analysis.Launch;
import pipeline.lab.experiment.analysis.Metric;

/** An experiment's results as a page, which begins with what was found. */
public final class ExperimentReport {
  private static final String HOW_RESTARTED =
      """
      Each round launches every cell once, and the base once more, in an order drawn from the
      seed. All is sent to consumers that stand still; then the broker is stopped and started, and
      the consumers count what is left. Numbers in the table are medians of all launches that came
      to their end; longest queue, lost and doubled are the worst of them. Throughput is not
      measured: most of the time is the broker's, to stop and to start.\
      """;

  private static final String HOW_COMPARED =
      """
      Each round launches every cell once, and the base once more as a control, in an order drawn
      from the seed (randomised multiple interleaved trials: Abedi and Brecht, ICPE 2017).
      Throughput counts until the last line is counted. Effects are means of paired logarithms of
      ratios, one a round, with Student's 95 %% intervals; p-values of throughput are corrected by
      Holm for %s comparisons, those of p99 and of single cells are not, so they are hints. "No
      difference" needs the 90 %% interval, which is then the one shown, within the margin of %s,
      fixed before the run. A launch that lost or doubled a word, failed, or did not end is left
      out with its pairs; with more than a quarter of a setting's pairs left out the verdict is
      "invalid". Numbers in the table are medians of whole launches; longest queue and lost lines
      are the worst of all. The limit is the largest user of a busy CPU, which need not be the
      cause.\
      """;

  private static final String HOW_MORE =
      " Launch, base and control are explained in deploy/lab/README.md.";

  private ExperimentReport() {}

  /** The page as one self-contained HTML file. */
  public static String html(Results results) {
    return page(results, CellTables.summary(results)).html();
  }

  /**
   * The page as Markdown, which reads well on a terminal too.
   *
   * @param wide whether its table has all columns
   */
  public static String markdown(Results results, boolean wide) {
    return page(results, wide ? CellTables.wide(results) : CellTables.summary(results)).markdown();
  }

  static Page page(Results results, Table cells) {
    Page page = new Page("Experiment", "", results.command());
    Page.Section findings = page.section("Findings");
    findings.sentences = sentences(results);
    findings.table = cells;
    if (hasEffects(results)) {
      findings.charts.add(Chart.effects(results));
    }
    if (!results.design().varied().isEmpty()) {
      addCurves(page, results);
    }
    List<Chart> measured = page.section("Over time and by component").charts;
    measured.add(Chart.queues(results));
    if (!results.isOfRestarts()) {
      measured.add(Chart.cpu(results));
      measured.add(Chart.order(results));
    }
    List<List<String>> broken =
        results.launches().stream()
            .filter(launch -> !launch.isOk())
            .map(launch -> List.of(place(results, launch), launch.status() + ", " + launch.note()))
            .toList();
    if (!broken.isEmpty()) {
      page.section("Launches that are not whole").table =
          new Table(List.of("launch", "why"), broken);
    }
    page.section("Method", preamble(results), method(results));
    page.section("Machine").table = Table.of(results.machine());
    return page;
  }

  private static void addCurves(Page page, Results results) {
    Page.Section section =
        page.section(
            "Against each factor", "Medians; a line for each setting of the other factors.");
    List<Metric> metrics =
        results.isOfRestarts()
            ? List.of(Metric.WAITING_AFTER)
            : List.of(Metric.PRIMARY, Metric.P99);
    for (Factor factor : results.design().varied()) {
      for (Metric metric : metrics) {
        section.charts.add(
            Chart.curves(
                    results,
                    factor,
                    metric,
                    cell -> results.median(cell, metric),
                    cell -> "",
                    cell -> OptionalDouble.empty())
                .titled(factor.name() + ": " + metric.title(), ""));
      }
    }
  }

  /** How the numbers were made, and whose method that is. */
  private static String method(Results results) {
    int family = results.analysis().family();
    String compared = HOW_COMPARED.formatted(family, Comparison.percent(results.margin()));
    return (results.isOfRestarts() ? HOW_RESTARTED : compared) + HOW_MORE;
  }

  /** Whether any effect has an interval: a single round has none. */
  static boolean hasEffects(Results results) {
    return results.analysis().factors(Metric.PRIMARY).stream()
        .map(Comparison::estimate)
        .anyMatch(Estimate::hasInterval);
  }

  /** The number of cells and launches, and the settings that all cells share. */
  static String preamble(Results results) {
    int blocks = results.analysis().blocks();
    String whole = blocks == results.rounds() ? "" : " of " + results.rounds();
    // peers have few of our settings
    String same =
        results.constants().isEmpty()
            ? ""
            : "; in all cells that have it: " + String.join(", ", results.constants());
    return String.format(
        Locale.ROOT,
        "%,d cells, %d%s %s, %,d launches, seed %d, %,d warm-up requests each%s.",
        results.design().cells().size(),
        blocks,
        whole,
        results.rounds() == 1 ? "round" : "rounds",
        results.launches().size(),
        results.seed(),
        results.warmUp(),
        same);
  }

  /**
   * The findings: a sentence for each comparison of the family and for the control, with its p99
   * where that has a verdict; where the broker was restarted, what each cell keeps of the messages.
   */
  static List<String> sentences(Results results) {
    List<String> all = new ArrayList<>();
    if (!results.isOfRestarts()) {
      Analysis analysis = results.analysis();
      List<Comparison> comparisons = analysis.withControl(Metric.PRIMARY);
      List<Comparison> p99 = analysis.withControl(Metric.P99);
      for (int i = 0; i < comparisons.size(); i++) {
        Comparison found = comparisons.get(i);
        boolean more = found.isProven() && p99.get(i).isProven();
        all.add(found.what() + ": " + sentence(found) + (more ? "; " + sentence(p99.get(i)) : ""));
      }
    }
    for (Cell cell : results.design().cells()) {
      kept(results, cell).ifPresent(kept -> all.add(results.design().label(cell) + ": " + kept));
    }
    return all;
  }

  /** The messages that a restart of the broker leaves; empty for a cell without a restart. */
  private static Optional<String> kept(Results results, Cell cell) {
    OptionalDouble before = results.median(cell, Metric.WAITING_BEFORE);
    OptionalDouble after = results.median(cell, Metric.WAITING_AFTER);
    OptionalDouble lost = results.most(cell, Metric.LOST);
    if (before.isEmpty() || after.isEmpty() || lost.isEmpty()) {
      return Optional.empty();
    }
    String left =
        before.getAsDouble() == 0
            ? "no message waited"
            : "%s of %s messages are left"
                .formatted(
                    Metric.WAITING_AFTER.text(after.getAsDouble()),
                    Metric.WAITING_BEFORE.text(before.getAsDouble()));
    return Optional.of(left + ", lines lost: " + Metric.LOST.text(lost.getAsDouble()));
  }

  /**
   * One comparison in words, such as {@code throughput lower by 18.0 % (15 to 22)}; outside the
   * family {@code p99 shorter by 12.0 % (8 to 15), uncorrected}.
   */
  private static String sentence(Comparison comparison) {
    String verdict = comparison.verdict();
    String title = comparison.metric().title();
    boolean isPrimary = comparison.metric() == Metric.PRIMARY;
    if (verdict.matches("(higher|lower|longer|shorter) .*")) {
      return title + " " + verdict + (isPrimary ? "" : ", uncorrected");
    }
    return isPrimary ? verdict : title + ": " + verdict;
  }

  private static String place(Results results, Launch launch) {
    return "round %s, %s"
        .formatted(launch.slot().block() + 1, results.design().label(launch.slot().cell()));
  }
}
