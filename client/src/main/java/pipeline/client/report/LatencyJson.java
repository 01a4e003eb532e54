package pipeline.client.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import pipeline.client.stats.LatencyStats;
import pipeline.client.stats.LatencySummary;

/** Latencies as JSON, in milliseconds with four decimals; null where there were no samples. */
final class LatencyJson {
  private static final double DECIMALS = 1e4;

  private final JsonGenerator json;

  LatencyJson(JsonGenerator json) {
    this.json = json;
  }

  void write(String name, LatencyStats stats) throws IOException {
    LatencySummary latency = LatencySummary.of(stats);
    json.writeObjectFieldStart(name);
    json.writeNumberField("count", latency.count());
    writeFields(latency);
    json.writeEndObject();
  }

  /** The fields alone, into the object that is open. */
  void writeFields(LatencySummary latency) throws IOException {
    boolean known = latency.count() > 0;
    writeField("mean", known, latency.mean());
    writeField("min", known, latency.min());
    writeField("p50", known, latency.p50());
    writeField("p90", known, latency.p90());
    writeField("p95", known, latency.p95());
    writeField("p99", known, latency.p99());
    writeField("p999", known, latency.p999());
    writeField("max", known, latency.max());
  }

  private void writeField(String name, boolean known, double millis) throws IOException {
    json.writeFieldName(name);
    writeValue(known, millis);
  }

  void writeValue(boolean known, double millis) throws IOException {
    if (known) {
      json.writeNumber(Math.round(millis * DECIMALS) / DECIMALS);
    } else {
      json.writeNull();
    }
  }
}
