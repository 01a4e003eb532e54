package pipeline.client.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import pipeline.client.load.StepResult;
import pipeline.client.stats.LatencySummary;
import pipeline.client.workload.Workload;

/**
 * A run as JSON; {@code result.schema.json} beside this class says what it looks like. What was not
 * measured is null, never zero.
 */
final class ResultJson {
  static final String FORMAT = "pipeline-client-result/1";

  private final RunSnapshot snapshot;
  private final JsonGenerator json;

  private ResultJson(RunSnapshot snapshot, JsonGenerator json) {
    this.snapshot = snapshot;
    this.json = json;
  }

  /** Writes the document and leaves the stream open. */
  static void write(RunSnapshot snapshot, OutputStream out) throws IOException {
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      new ResultJson(snapshot, json).writeAll();
    }
  }

  private void writeAll() throws IOException {
    json.writeStartObject();
    json.writeStringField("format", FORMAT);
    writeRun();
    writeEnvironment();
    writeBest();
    new StepJson(json).writeSteps(snapshot);
    writeSeconds();
    new BrokerJson(json).write(snapshot);
    writeExpectations();
    json.writeEndObject();
  }

  private void writeRun() throws IOException {
    RunRecord run = snapshot.run();
    json.writeObjectFieldStart("run");
    json.writeStringField("id", run.runId().hex());
    json.writeStringField("startedAt", Instant.ofEpochMilli(run.startEpochMillis()).toString());
    json.writeStringField("command", command(run.arguments()));
    writeInput(run.workload());
    json.writeArrayFieldStart("urls");
    for (String url : run.urls()) {
      json.writeString(url);
    }
    json.writeEndArray();
    json.writeFieldName("stopped");
    if (run.stoppedBecause().isEmpty()) {
      json.writeNull();
    } else {
      json.writeString(run.stoppedBecause());
    }
    json.writeEndObject();
  }

  private void writeInput(Workload input) throws IOException {
    json.writeStringField("workload", input.name());
    writeNullable(
        "inputLines", input.isFile() ? OptionalLong.of(input.size()) : OptionalLong.empty());
    writeNullable(
        "requests", input.isFile() ? OptionalLong.empty() : OptionalLong.of(input.size()));
    writeNullable("seed", input.seed());
  }

  private void writeNullable(String name, OptionalLong number) throws IOException {
    json.writeFieldName(name);
    if (number.isPresent()) {
      json.writeNumber(number.getAsLong());
    } else {
      json.writeNull();
    }
  }

  /** As it can be pasted into a shell. */
  private static String command(List<String> arguments) {
    return arguments.stream()
        .map(a -> a.matches("[\\w./:,=@%+-]+") ? a : "'" + a.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" ", "java -jar client.jar ", ""));
  }

  private void writeEnvironment() throws IOException {
    Machine machine = snapshot.run().machine();
    json.writeObjectFieldStart("environment");
    json.writeStringField("client", snapshot.run().clientVersion());
    json.writeStringField("java", machine.jvm());
    json.writeStringField("os", machine.os());
    json.writeNumberField("cpus", machine.cores());
    json.writeNumberField("memoryBytes", machine.memoryBytes());
    json.writeEndObject();
  }

  /** The step with the highest throughput. */
  private void writeBest() throws IOException {
    List<StepResult> steps = snapshot.run().steps();
    int best = 0;
    for (int i = 1; i < steps.size(); i++) {
      if (steps.get(i).stats().throughput() > steps.get(best).stats().throughput()) {
        best = i;
      }
    }
    json.writeFieldName("best");
    if (steps.isEmpty()) {
      json.writeNull();
    } else {
      json.writeNumber(best);
    }
  }

  private void writeSeconds() throws IOException {
    json.writeArrayFieldStart("seconds");
    for (SecondSeries.Point point : snapshot.seconds()) {
      Second second = point.second();
      double length = second.lengthNanos() / 1e9;
      LatencySummary latency = point.latency();
      json.writeStartObject();
      json.writeNumberField("step", second.step());
      json.writeNumberField("t", snapshot.secondsAt(second.startNanos()));
      json.writeNumberField("width", length);
      json.writeBooleanField("warmUp", second.warmUp());
      json.writeNumberField("successes", second.successes());
      json.writeNumberField("failures", second.failures());
      json.writeNumberField("throughput", second.successes() / length);
      json.writeNumberField("failuresPerSecond", second.failures() / length);
      new LatencyJson(json).writeFields(latency);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void writeExpectations() throws IOException {
    json.writeArrayFieldStart("expectations");
    for (Expectation.Verdict verdict : snapshot.verdicts()) {
      json.writeStartObject();
      json.writeStringField("step", verdict.step());
      json.writeStringField("expected", verdict.expected());
      json.writeStringField("measured", verdict.measured());
      json.writeBooleanField("met", verdict.met());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
