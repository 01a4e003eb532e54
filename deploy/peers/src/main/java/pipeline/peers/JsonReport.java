package pipeline.peers;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import pipeline.peers.Measurements.Row;

/**
 * The whole measurements as JSON: the settings of the run, then each row with every round's values.
 */
final class JsonReport {
  private JsonReport() {}

  /** Writes {@code bench-TIME.json} into the output folder; its path. */
  static Path writeTo(BenchOptions options, String broker, Measurements measurements)
      throws IOException {
    String time =
        DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss")
            .format(LocalDateTime.now(ZoneId.systemDefault()));
    Path file = Files.createDirectories(options.out()).resolve("bench-" + time + ".json");
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    settings.put("java", System.getProperty("java.version"));
    settings.put("broker", broker);
    settings.put("text", options.text().toString());
    settings.put("rounds", Integer.toString(options.rounds()));
    settings.put("launches", Integer.toString(options.launches()));
    settings.put("warmup_seconds", Integer.toString(options.warmup()));
    settings.put("measured_seconds", Integer.toString(options.seconds()));
    settings.put("backlog_lines", Integer.toString(options.backlog()));
    settings.put("consumer_threads", Integer.toString(options.threads()));
    try (Writer writer = Files.newBufferedWriter(file)) {
      write(settings, measurements, writer);
    }
    return file;
  }

  static void write(Map<String, String> settings, Measurements measurements, Writer writer)
      throws IOException {
    try (JsonGenerator json = new JsonFactory().createGenerator(writer).useDefaultPrettyPrinter()) {
      json.writeStartObject();
      json.writeObjectFieldStart("settings");
      for (Map.Entry<String, String> setting : settings.entrySet()) {
        json.writeStringField(setting.getKey(), setting.getValue());
      }
      json.writeEndObject();
      json.writeArrayFieldStart("rows");
      for (Row row : measurements.rows()) {
        write(row, measurements, json);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  private static void write(Row row, Measurements measurements, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("bench", row.bench());
    json.writeStringField("load", row.load());
    json.writeStringField("contender", row.contender());
    for (Metric metric : Metric.values()) {
      if (!measurements.has(row, metric)) {
        continue;
      }
      Samples samples = measurements.samples(row, metric);
      json.writeObjectFieldStart(metric.name().toLowerCase(Locale.ROOT));
      json.writeStringField("unit", metric.title());
      json.writeNumberField("median", samples.median());
      json.writeNumberField("min", samples.min());
      json.writeNumberField("max", samples.max());
      json.writeArrayFieldStart("rounds");
      for (double value : measurements.values(row, metric)) {
        json.writeNumber(value);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndObject();
  }
}
