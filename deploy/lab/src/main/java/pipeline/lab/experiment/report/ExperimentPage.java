package pipeline.lab.experiment.report;

import java.util.List;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.statistics.Comparison;

/** The experiment as one self-contained page. */
public final class ExperimentPage {
  private ExperimentPage() {}

  /** The page as HTML. */
  public static String of(Results results) {
    return page(results).html();
  }

  static Page page(Results results) {
    Page page = new Page("Experiment", "", results.command());
    page.section("Findings");
    page.sentences(MarkdownReport.sentences(results));
    SummaryTable summary = new SummaryTable(results);
    page.table(summary.header(), summary.rows());
    if (hasEffects(results)) {
      page.chart(Chart.effects(results));
    }
    if (!results.design().varied().isEmpty()) {
      addCurves(page, results);
    }
    page.section("Over time and by component");
    page.chart(Chart.queues(results));
    if (!results.isOfRestarts()) {
      page.chart(Chart.cpu(results));
      page.chart(Chart.order(results, "Throughput of every launch", Metric.PRIMARY));
    }
    page.chart(Chart.order(results, "A fixed piece of work beside each launch", Metric.PROBE));
    List<List<String>> broken = MarkdownReport.broken(results);
    if (!broken.isEmpty()) {
      page.section("Launches that are not whole");
      page.table(List.of("launch", "why"), broken);
    }
    page.section("Method", MarkdownReport.preamble(results), Method.text(results));
    page.section("Machine");
    page.table(results.machine());
    return page;
  }

  private static void addCurves(Page page, Results results) {
    page.section("Against each factor", "Medians; a line for each setting of the other factors.");
    List<Metric> metrics =
        results.isOfRestarts()
            ? List.of(Metric.WAITING_AFTER)
            : List.of(Metric.PRIMARY, Metric.P99);
    for (Factor factor : results.design().varied()) {
      Curves curves = new Curves(results, factor, results::median);
      for (Metric metric : metrics) {
        page.chart(curves.of(factor.name() + ": " + metric.title(), "", metric, List.of()));
      }
    }
  }

  /** Whether any effect has an interval: a single round has none. */
  static boolean hasEffects(Results results) {
    return results.analysis().factors().stream()
        .map(Comparison::estimate)
        .anyMatch(estimate -> estimate.hasInterval());
  }
}
