package pipeline.client.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import pipeline.client.broker.BrokerStep;
import pipeline.client.load.StepPlan;
import pipeline.client.load.StepResult;
import pipeline.client.stats.LatencyStats;
import pipeline.client.stats.ServerStats;
import pipeline.client.stats.StepStats;

/** The steps of a run as JSON. */
final class StepJson {
  /** Rows of the report's table of percentiles. */
  private static final List<Double> TABLE =
      List.of(50.0, 75.0, 90.0, 95.0, 99.0, 99.9, 99.99, 100.0);

  private static final int POINTS_PER_HALVING = 5;

  private final JsonGenerator json;
  private final LatencyJson latencies;

  StepJson(JsonGenerator json) {
    this.json = json;
    this.latencies = new LatencyJson(json);
  }

  void writeSteps(RunSnapshot snapshot) throws IOException {
    List<BrokerStep> broker = snapshot.brokerSteps();
    json.writeArrayFieldStart("steps");
    for (int i = 0; i < snapshot.run().steps().size(); i++) {
      write(
          snapshot.run().steps().get(i),
          snapshot.secondsAt(snapshot.stepStartNanos().get(i)),
          broker.isEmpty() ? Optional.empty() : Optional.of(broker.get(i)));
    }
    json.writeEndArray();
  }

  private void write(StepResult step, double startSeconds, Optional<BrokerStep> broker)
      throws IOException {
    StepPlan plan = step.plan();
    StepStats stats = step.stats();
    json.writeStartObject();
    json.writeStringField("name", step.label());
    json.writeNumberField("threads", plan.threads());
    json.writeNumberField("meanThreads", stats.meanThreads());
    writeNullable("rate", plan.isOpen(), plan.stage().rate());
    json.writeNumberField("startSeconds", startSeconds);
    json.writeNumberField("warmUpSeconds", plan.warmUp().toNanos() / 1e9);
    json.writeNumberField("warmUpRequests", step.warmUpRequests());
    json.writeNumberField("wallSeconds", stats.wallNanos() / 1e9);
    json.writeNumberField("requests", stats.requests());
    json.writeNumberField("successes", stats.successes().count());
    json.writeNumberField("failures", stats.failures().count());
    json.writeNumberField("attempts", stats.attempts());
    json.writeNumberField("retries", stats.retries());
    json.writeNumberField("throughput", stats.throughput());
    writeNullable(
        "predictedThroughput", stats.serviceTimes().count() > 0, stats.predictedThroughput());
    writeNullable("late", plan.isOpen(), (double) step.late());
    writeNullable("dropped", plan.isOpen(), (double) step.dropped());
    writeNullable("drainSeconds", step.drainSeconds().isPresent(), step.drainSeconds().orElse(0));
    latencies.write("latency", stats.successes());
    latencies.write("service", stats.serviceTimes());
    writeErrors(stats.errors());
    writeServers(stats.servers());
    writeGets(step);
    new BrokerJson(json).writeStep(broker);
    writeDistribution(stats.successes());
    writeTable(stats.successes());
    json.writeEndObject();
  }

  private void writeNullable(String name, boolean known, double number) throws IOException {
    json.writeFieldName(name);
    if (known) {
      json.writeNumber(number);
    } else {
      json.writeNull();
    }
  }

  private void writeErrors(Map<String, Long> errors) throws IOException {
    json.writeArrayFieldStart("errors");
    for (Map.Entry<String, Long> error : errors.entrySet()) {
      json.writeStartObject();
      json.writeStringField("text", error.getKey());
      json.writeNumberField("attempts", error.getValue());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void writeServers(List<ServerStats> servers) throws IOException {
    json.writeArrayFieldStart("servers");
    for (ServerStats server : servers) {
      json.writeStartObject();
      json.writeStringField("url", server.url());
      json.writeNumberField("failures", server.failures().count());
      latencies.write("latency", server.successes());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void writeGets(StepResult step) throws IOException {
    json.writeFieldName("gets");
    if (step.gets().isEmpty()) {
      json.writeNull();
      return;
    }
    json.writeStartObject();
    json.writeNumberField("failures", step.gets().get().failures().count());
    latencies.write("latency", step.gets().get().successes());
    json.writeEndObject();
  }

  /**
   * The percentile curve: as many points for the slower half of the requests as for the slower half
   * of those, and so on, down to the slowest one.
   */
  private void writeDistribution(LatencyStats stats) throws IOException {
    json.writeArrayFieldStart("distribution");
    double slower = 1;
    for (int i = 0; slower * stats.count() >= 1; i++) {
      writePoint(100 * (1 - slower), stats);
      slower = Math.pow(2, -(i + 1.0) / POINTS_PER_HALVING);
    }
    if (stats.count() > 0) {
      writePoint(100, stats);
    }
    json.writeEndArray();
  }

  private void writeTable(LatencyStats stats) throws IOException {
    json.writeArrayFieldStart("percentiles");
    if (stats.count() > 0) {
      for (double percent : TABLE) {
        writePoint(percent, stats);
      }
    }
    json.writeEndArray();
  }

  private void writePoint(double percent, LatencyStats stats) throws IOException {
    json.writeStartObject();
    json.writeNumberField("percent", percent);
    json.writeFieldName("ms");
    latencies.writeValue(true, stats.percentileMillis(percent));
    json.writeEndObject();
  }
}
