package pipeline.lab.experiment.report;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import pipeline.lab.experiment.analysis.Analysis;
import pipeline.lab.experiment.analysis.Comparison;
import pipeline.lab.experiment.analysis.Design.Slot;
import pipeline.lab.experiment.analysis.Estimate;
import pipeline.lab.experiment.analysis.Factor;
import pipeline.lab.experiment.analysis.Launch;
import pipeline.lab.experiment.analysis.Metric;

/** The results for programs: {@code experiment.csv}, {@code cells.csv}, {@code experiment.json}. */
public final class DataFiles {
  private static final String FORMAT = "pipeline-experiment/1";

  private DataFiles() {}

  private record Levels(String name, String base, List<String> levels) {}

  /**
   * Adds a launch to a CSV file with a row for each, from which everything else can be computed;
   * before the first row the file is made with its header. What was not measured is an empty field.
   */
  public static void append(Path file, List<Factor> factors, Launch launch) throws IOException {
    Map<String, String> row = row(factors, launch);
    String head = Files.exists(file) ? "" : Table.line(row.keySet());
    Files.writeString(
        file,
        head + Table.line(row.values()),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  /** The fields of a launch by the heads of their columns. */
  private static Map<String, String> row(List<Factor> factors, Launch launch) {
    Slot slot = launch.slot();
    Map<String, String> row = new LinkedHashMap<>();
    row.put("block", Integer.toString(slot.block()));
    row.put("position", Integer.toString(slot.position()));
    row.put("role", slot.role().name());
    factors.forEach(factor -> row.put(factor.name(), slot.cell().level(factor.name())));
    row.put("status", launch.status().name());
    row.put("note", launch.note());
    for (Metric metric : Metric.values()) {
      row.put(metric.title(), Objects.toString(launch.values().get(metric), ""));
    }
    row.put(
        "queue by second",
        launch.queue().stream().map(String::valueOf).collect(Collectors.joining(" ")));
    return row;
  }

  /** Writes a CSV file with a row for each cell. */
  public static void writeCells(Results results, Path file) throws IOException {
    Files.writeString(file, CellTables.wide(results).csv());
  }

  /**
   * Writes all results as JSON by the schema {@code docs/experiment.schema.json}. A number that was
   * not measured is null.
   */
  public static void writeJson(Results results, Path file) throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("format", FORMAT);
    json.put("command", results.command());
    json.put("seed", results.seed());
    json.put("rounds", results.rounds());
    json.put("warmUp", results.warmUp());
    json.put("margin", results.margin());
    json.put("confidence", Estimate.CONFIDENCE);
    json.put("family", results.analysis().family());
    json.put("machine", results.machine());
    json.put(
        "factors",
        results.design().factors().stream()
            .map(each -> new Levels(each.name(), each.base(), each.levels()))
            .toList());
    json.put("runs", results.launches().stream().map(launch -> run(results, launch)).toList());
    json.put("comparisons", comparisons(results.analysis()));
    JSON.std
        .with(JSON.Feature.WRITE_NULL_PROPERTIES, JSON.Feature.PRETTY_PRINT_OUTPUT)
        .write(json, file.toFile());
  }

  private static Map<String, Object> run(Results results, Launch launch) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (Metric metric : Metric.values()) {
      values.put(metric.title(), number(launch.value(metric).orElse(Double.NaN)));
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("block", launch.slot().block());
    json.put("position", launch.slot().position());
    json.put("role", launch.slot().role().name());
    json.put("cell", results.design().label(launch.slot().cell()));
    json.put("levels", launch.slot().cell().levels());
    json.put("status", launch.status().name());
    json.put("note", launch.note());
    json.put("limit", launch.limit());
    json.put("values", values);
    json.put("queue", launch.queue());
    return json;
  }

  private static List<Map<String, Object>> comparisons(Analysis analysis) {
    List<Comparison> all = new ArrayList<>(List.of(analysis.control(Metric.PRIMARY)));
    all.addAll(analysis.factors(Metric.PRIMARY));
    all.addAll(analysis.factors(Metric.P50));
    all.addAll(analysis.factors(Metric.P99));
    all.addAll(analysis.cells(Metric.PRIMARY));
    all.addAll(analysis.cells(Metric.P99));
    return all.stream().map(DataFiles::comparison).toList();
  }

  private static Map<String, Object> comparison(Comparison comparison) {
    Estimate estimate = comparison.estimate();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", comparison.contrast().kind().name());
    json.put("metric", comparison.metric().title());
    json.put("what", comparison.what());
    json.put("a", comparison.contrast().a());
    json.put("b", comparison.contrast().b());
    json.put("n", estimate.n());
    json.put("of", comparison.of());
    json.put("ratio", number(estimate.ratio()));
    json.put("low", number(estimate.low(Estimate.CONFIDENCE)));
    json.put("high", number(estimate.high(Estimate.CONFIDENCE)));
    json.put("p", number(estimate.p()));
    json.put("pHolm", number(comparison.pHolm()));
    json.put("detectable", number(estimate.detectable()));
    json.put("exploratory", comparison.isExploratory());
    json.put("verdict", comparison.verdict());
    return json;
  }

  private static Double number(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
