package pipeline.lab.experiment.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.result.Csv;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Limit;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.statistics.Analysis;
import pipeline.lab.experiment.statistics.Comparison;
import pipeline.lab.experiment.statistics.Estimate;

/** The results for programs: {@code cells.csv} and {@code experiment.json}. */
public final class DataFiles {
  static final String FORMAT = "pipeline-experiment/1";
  private static final double CONFIDENCE = 0.95;

  private DataFiles() {}

  /** Writes a CSV file with a row for each cell. */
  public static void writeCells(Results results, Path file) throws IOException {
    CellTable table = new CellTable(results);
    StringBuilder text = new StringBuilder(Csv.line(table.header()));
    table.rows().forEach(row -> text.append(Csv.line(row)));
    Files.writeString(file, text);
  }

  /** Writes all results as JSON by the schema {@code docs/experiment.schema.json}. */
  public static void writeJson(Results results, Path file) throws IOException {
    try (JsonGenerator json =
        new JsonFactory().createGenerator(Files.newOutputStream(file)).useDefaultPrettyPrinter()) {
      json.writeStartObject();
      json.writeStringField("format", FORMAT);
      json.writeStringField("command", results.command());
      json.writeNumberField("seed", results.seed());
      json.writeNumberField("rounds", results.rounds());
      json.writeNumberField("warmUp", results.warmUp());
      json.writeNumberField("margin", results.margin());
      json.writeNumberField("confidence", CONFIDENCE);
      json.writeNumberField("family", results.analysis().family());
      writeTexts(json, "machine", results.machine());
      writeFactors(json, results);
      writeRuns(json, results);
      writeComparisons(json, results);
      json.writeEndObject();
    }
  }

  private static void writeTexts(JsonGenerator json, String name, Map<String, String> texts)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, String> text : texts.entrySet()) {
      json.writeStringField(text.getKey(), text.getValue());
    }
    json.writeEndObject();
  }

  private static void writeFactors(JsonGenerator json, Results results) throws IOException {
    json.writeArrayFieldStart("factors");
    for (Factor factor : results.design().factors()) {
      json.writeStartObject();
      json.writeStringField("name", factor.name());
      json.writeStringField("base", factor.base());
      json.writeArrayFieldStart("levels");
      for (String level : factor.levels()) {
        json.writeString(level);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeRuns(JsonGenerator json, Results results) throws IOException {
    json.writeArrayFieldStart("runs");
    for (Launch launch : results.launches()) {
      json.writeStartObject();
      json.writeNumberField("block", launch.slot().block());
      json.writeNumberField("position", launch.slot().position());
      json.writeStringField("role", launch.slot().role().name());
      json.writeStringField("cell", results.design().label(launch.slot().cell()));
      writeTexts(json, "levels", launch.slot().cell().levels());
      json.writeStringField("status", launch.status().name());
      json.writeStringField("note", launch.note());
      json.writeStringField("limit", Limit.of(launch));
      json.writeObjectFieldStart("values");
      for (Metric metric : Metric.values()) {
        writeNumber(json, metric.title(), launch.value(metric).orElse(Double.NaN));
      }
      json.writeEndObject();
      json.writeArrayFieldStart("queue");
      for (int length : launch.queue()) {
        json.writeNumber(length);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeComparisons(JsonGenerator json, Results results) throws IOException {
    Analysis analysis = results.analysis();
    List<Comparison> all = new ArrayList<>();
    all.add(analysis.control());
    all.addAll(analysis.factors());
    for (Metric metric : List.of(Metric.P50, Metric.P99)) {
      all.addAll(analysis.factors(metric));
    }
    all.addAll(analysis.cells(Metric.PRIMARY));
    all.addAll(analysis.cells(Metric.P99));
    json.writeArrayFieldStart("comparisons");
    for (Comparison comparison : all) {
      Estimate estimate = comparison.estimate();
      json.writeStartObject();
      json.writeStringField("kind", comparison.kind().name());
      json.writeStringField("metric", comparison.metric().title());
      json.writeStringField("what", comparison.what());
      json.writeStringField("a", comparison.a());
      json.writeStringField("b", comparison.b());
      json.writeNumberField("n", estimate.n());
      json.writeNumberField("of", comparison.of());
      boolean known = estimate.hasInterval();
      writeNumber(json, "ratio", estimate.ratio());
      writeNumber(json, "low", known ? estimate.low(CONFIDENCE) : Double.NaN);
      writeNumber(json, "high", known ? estimate.high(CONFIDENCE) : Double.NaN);
      writeNumber(json, "p", estimate.p());
      writeNumber(json, "pHolm", comparison.pHolm());
      writeNumber(json, "detectable", estimate.detectable());
      json.writeBooleanField("exploratory", comparison.isExploratory());
      json.writeStringField("verdict", comparison.verdict());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Writes a number; null for one that was not measured or is not a number. */
  private static void writeNumber(JsonGenerator json, String name, double value)
      throws IOException {
    if (Double.isFinite(value)) {
      json.writeNumberField(name, value);
    } else {
      json.writeNullField(name);
    }
  }
}
