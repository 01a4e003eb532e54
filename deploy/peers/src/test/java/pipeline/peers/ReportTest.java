package pipeline.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pipeline.peers.Measurements.Row;

class ReportTest {
  private final Measurements measurements = new Measurements();

  @BeforeEach
  void twoSidesInTwoRounds() {
    Row other = new Row("server", "32 connections", "R1");
    Row ours = new Row("server", "32 connections", Contenders.OURS);
    measurements.add(other, Metric.RATE, 900);
    measurements.add(ours, Metric.RATE, 2000);
    measurements.add(other, Metric.RATE, 1100);
    measurements.add(ours, Metric.RATE, 2000);
    measurements.add(ours, Metric.SERVER_CPU, 56.25);
  }

  @Test
  void tableHasMediansSpreadAndRatio() {
    assertThat(new MarkdownReport(measurements, "RabbitMQ 4.0.5, classic queues").text())
        .isEqualTo(
            """

            ### server, 32 connections; RabbitMQ 4.0.5, classic queues

            | contender | lines/s | server CPU µs/line | ours ÷ it |
            |---|---:|---:|---:|
            | R1 | 1,000 (900–1,100) |  | 2.02 (1.82–2.22) |
            | ours | 2,000 | 56.25 | 1.00 |
            """);
  }

  @Test
  void tableHasTheRatioOfMergedLinesToo() {
    measurements.add(new Row("server", "32 connections", "R1"), Metric.MERGED_RATE, 500);
    measurements.add(
        new Row("server", "32 connections", Contenders.OURS), Metric.MERGED_RATE, 1500);

    assertThat(new MarkdownReport(measurements, "RabbitMQ 4.0.5, classic queues").text())
        .contains("| ours ÷ it | by merged/s |\n")
        .contains("| R1 | 1,000 (900–1,100) | 500 |  | 2.02 (1.82–2.22) | 3.00 |\n");
  }

  @Test
  void manyLinesARequestAreComparedWithOne() {
    measurements.add(BulkBench.reference(), Metric.RATE, 10_000);
    measurements.add(new Row("bulk", "lines a request", "ours, 100 lines"), Metric.RATE, 45_000);

    assertThat(new MarkdownReport(measurements, "RabbitMQ 4.0.5, classic queues").text())
        .contains("| contender | lines/s | ÷ one line a request |\n")
        .contains("| ours, 1 line, 128 connections | 10,000 | 1.00 |\n")
        .contains("| ours, 100 lines | 45,000 | 4.50 |\n");
  }

  @Test
  void sidesAreComparedWithOursOnTheSameKindOfQueue() {
    measurements.add(new Row("server", "32 connections", "R1, queue version 1"), Metric.RATE, 1000);
    measurements.add(
        new Row("server", "32 connections", "ours, queue version 1"), Metric.RATE, 500);

    assertThat(new MarkdownReport(measurements, "RabbitMQ 4.0.5, classic queues").text())
        .contains("| R1, queue version 1 | 1,000 |  | 0.50 |\n");
  }

  @Test
  void jsonHasEveryRound() throws IOException {
    StringWriter json = new StringWriter();

    JsonReport.write(Map.of("cores", "2"), measurements, json);

    assertThat(json.toString().replaceAll("\\s+", ""))
        .contains("\"settings\":{\"cores\":\"2\"}")
        .contains(
            "\"contender\":\"R1\",\"rate\":{\"unit\":\"lines/s\",\"median\":1000.0,"
                + "\"min\":900.0,\"max\":1100.0,\"rounds\":[900.0,1100.0]}");
  }
}
