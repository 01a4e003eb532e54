package pipeline.client.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import pipeline.client.broker.BrokerCounter;
import pipeline.client.broker.BrokerGauge;
import pipeline.client.broker.BrokerHistory;
import pipeline.client.broker.BrokerPoint;
import pipeline.client.broker.BrokerStep;

/** The broker's side of a run as JSON; null where it did not tell. */
final class BrokerJson {
  private final JsonGenerator json;

  BrokerJson(JsonGenerator json) {
    this.json = json;
  }

  void write(RunSnapshot snapshot) throws IOException {
    json.writeFieldName("broker");
    if (snapshot.broker().isEmpty()) {
      json.writeNull();
      return;
    }
    BrokerHistory history = snapshot.broker().get();
    List<BrokerPoint> points = history.points();
    json.writeStartObject();
    json.writeStringField("queue", snapshot.queue());
    writeText("source", history.source());
    writeText("failure", history.failure());
    json.writeNumberField("gaps", points.stream().filter(BrokerPoint::isGap).count());
    writeNumber("maxReady", max(points, BrokerGauge.READY));
    writeNumber("finalReady", last(points, BrokerGauge.READY));
    writeNumber("maxUnacked", max(points, BrokerGauge.UNACKED));
    writeAlarms(allAlarms(points));
    json.writeObjectFieldStart("growth");
    Map<BrokerCounter, Long> growth = history.growth();
    for (BrokerCounter counter : BrokerCounter.values()) {
      writeNumber(counter.label(), Optional.ofNullable(growth.get(counter)));
    }
    json.writeEndObject();
    json.writeArrayFieldStart("samples");
    for (BrokerPoint point : points) {
      writePoint(point, snapshot.secondsAt(point.atNanos()));
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** The part of a step that tells of its queue. */
  void writeStep(Optional<BrokerStep> step) throws IOException {
    json.writeFieldName("broker");
    if (step.isEmpty()) {
      json.writeNull();
      return;
    }
    json.writeStartObject();
    writeNumber("maxReady", step.get().maxReady());
    writeNumber("maxUnacked", step.get().maxUnacked());
    for (BrokerCounter counter : BrokerCounter.values()) {
      writeNumber(counter.label(), Optional.ofNullable(step.get().rates().get(counter)));
    }
    json.writeEndObject();
  }

  private void writePoint(BrokerPoint point, double seconds) throws IOException {
    json.writeStartObject();
    json.writeNumberField("t", seconds);
    for (BrokerGauge gauge : BrokerGauge.values()) {
      writeNumber(gauge.label(), Optional.ofNullable(point.gauges().get(gauge)));
    }
    for (BrokerCounter counter : BrokerCounter.values()) {
      writeNumber(counter.label(), Optional.ofNullable(point.rates().get(counter)));
    }
    writeAlarms(point.alarms());
    json.writeEndObject();
  }

  private static Optional<Long> max(List<BrokerPoint> points, BrokerGauge gauge) {
    return points.stream()
        .map(point -> point.gauges().get(gauge))
        .filter(Objects::nonNull)
        .max(Long::compare);
  }

  private static Optional<Long> last(List<BrokerPoint> points, BrokerGauge gauge) {
    return points.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(points.get(points.size() - 1).gauges().get(gauge));
  }

  /** All that were in effect at any time; empty if the broker never told about alarms. */
  private static Optional<List<String>> allAlarms(List<BrokerPoint> points) {
    TreeSet<String> alarms = new TreeSet<>();
    points.forEach(point -> point.alarms().ifPresent(alarms::addAll));
    boolean told = points.stream().anyMatch(point -> point.alarms().isPresent());
    return told ? Optional.of(List.copyOf(alarms)) : Optional.empty();
  }

  private void writeAlarms(Optional<List<String>> alarms) throws IOException {
    json.writeFieldName("alarms");
    if (alarms.isEmpty()) {
      json.writeNull();
      return;
    }
    json.writeStartArray();
    for (String alarm : alarms.get()) {
      json.writeString(alarm);
    }
    json.writeEndArray();
  }

  private void writeText(String name, Optional<String> text) throws IOException {
    json.writeFieldName(name);
    if (text.isPresent()) {
      json.writeString(text.get());
    } else {
      json.writeNull();
    }
  }

  private void writeNumber(String name, Optional<? extends Number> number) throws IOException {
    json.writeFieldName(name);
    if (number.isEmpty()) {
      json.writeNull();
    } else if (number.get() instanceof Long whole) {
      json.writeNumber(whole);
    } else {
      json.writeNumber(number.get().doubleValue());
    }
  }
}
