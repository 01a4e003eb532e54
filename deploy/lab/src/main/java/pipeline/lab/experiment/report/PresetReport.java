package pipeline.lab.experiment.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import pipeline.lab.experiment.report.Preset.Grid;

/**
 * A preset's results as a page: what a report has beside what was measured here, or a bench's
 * medians. Immutable.
 *
 * @param command as it can be pasted into a shell
 * @param grids its experiments that have begun, in order
 */
public record PresetReport(Preset preset, String command, List<GridResults> grids) {
  private static final String DIFFERS = "What differs: ";
  private static final String ORDER =
      "The report's rates are of other machines: compare shapes, not sizes.";
  private static final String BENCH =
      "Medians of launches, with the lowest and the highest in brackets; the bracket of a quotient"
          + " is its 95 % interval.";
  private static final String TRIAL = "Too few rounds for verdicts: see the shape only.";

  /** One experiment of the preset with its results. */
  public record GridResults(Grid grid, Results results) {}

  /** The page as Markdown, which reads well on a terminal too. */
  public String markdown() {
    return page().markdown();
  }

  /** The page as one self-contained HTML file, beside those of the experiments. */
  public String html() {
    return page().html();
  }

  private Page page() {
    String subtitle =
        grids.stream().map(each -> each.grid().title()).collect(Collectors.joining(" · "));
    Page page = new Page(report() + ": " + preset.title(), subtitle, command);
    String differs = preset.differs();
    page.section(
        "",
        preset.question(),
        preset.isReport() ? DIFFERS + differs + " " + ORDER : differs + " " + BENCH);
    grids.forEach(measured -> add(page, measured));
    page.section("Machine").table = Table.of(machine());
    return page;
  }

  private void add(Page page, GridResults measured) {
    Grid grid = measured.grid();
    Results results = measured.results();
    BesideReport beside = new BesideReport(report(), grid, results);
    Page.Section section = page.section(grid.title(), grid.about());
    section.command = results.command();
    section.sentences =
        results.isOfRestarts() || !results.analysis().isTrial()
            ? ExperimentReport.sentences(results)
            : List.of(TRIAL);
    section.table = preset.isReport() ? beside.table() : CellTables.bench(results);
    grid.plots().forEach(metric -> section.charts.add(beside.chart(metric)));
    if (!preset.isReport() && ExperimentReport.hasEffects(results)) {
      section.charts.add(Chart.effects(results));
    }
    section.link = grid.name() + "/experiment.html";
  }

  /** The report's name on the page, {@code R1} for preset r1; a bench has a name as well. */
  private String report() {
    return preset.isReport() ? preset.name().toUpperCase(Locale.ROOT) : "Bench " + preset.name();
  }

  /** The machine of the first experiment, with the tools that others add. */
  private Map<String, String> machine() {
    Map<String, String> machine = new LinkedHashMap<>();
    grids.forEach(grid -> grid.results().machine().forEach(machine::putIfAbsent));
    return machine;
  }
}
