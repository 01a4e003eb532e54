package pipeline.lab.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.lab.experiment.result.Csv;
import pipeline.testkit.rabbit.RabbitInstallation;

/**
 * Tests what deploy/bench measures, for moments, with the finished programs on a RabbitMQ of its
 * own.
 */
class BenchIT {
  @TempDir private Path home;
  private List<String> header;

  @BeforeEach
  void needRabbit() {
    Assumptions.assumeTrue(RabbitInstallation.named().exists(), "RabbitMQ is not installed");
  }

  @Test
  void wrkMeasuresServersWithConsumersAndNothingIsLost() throws IOException {
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/wrk")), "wrk is not installed");

    Map<String, List<String>> rows =
        run(
            "--load",
            "wrk",
            "--seconds",
            "1",
            "--threads",
            "4",
            "--design",
            "ours,reference,nothing");

    for (String row : rows.get("ours")) {
      assertThat(value(row, "lost")).as(row).isEqualTo("0.0");
      assertThat(value(row, "doubled")).as(row).isEqualTo("0.0");
      assertThat(Double.parseDouble(value(row, "throughput"))).isPositive();
      assertThat(Double.parseDouble(value(row, "p99"))).isPositive();
      assertThat(Double.parseDouble(value(row, "memory server"))).isGreaterThan(20);
    }
    assertThat(value(rows.get("reference").get(0), "lost")).isEqualTo("0.0");
    assertThat(value(rows.get("nothing").get(0), "lost")).isEmpty();
  }

  @Test
  void linesSentToAWarInATomcatAreCounted() throws IOException {
    Assumptions.assumeTrue(
        Files.exists(Path.of("../.cache/tomcat.tar.gz")), "no Tomcat has been fetched");

    Map<String, List<String>> rows = run("--threads", "4", "--design", "ours,war");

    String row = rows.get("war").get(0);
    assertThat(value(row, "lost")).isEqualTo("0.0");
    assertThat(value(row, "doubled")).isEqualTo("0.0");
    // a JVM, and not the shell that it was started by
    assertThat(Double.parseDouble(value(row, "memory server"))).isGreaterThan(20);
  }

  @Test
  void consumersDrainABacklogOfWhichEveryLineIsCounted() throws IOException {
    // one thread, since the reference's threads share a map that is not safe
    Map<String, List<String>> rows =
        run(
            "--load",
            "backlog",
            "--repeat",
            "40",
            "--consumer-threads",
            "1",
            "--design",
            "ours,reference");

    for (String design : List.of("ours", "reference")) {
      String row = rows.get(design).get(0);
      assertThat(value(row, "lost")).as(row).isEqualTo("0.0");
      assertThat(value(row, "words doubled")).as(row).isEqualTo("0.0");
      assertThat(value(row, "CPU client")).as(row).isEmpty();
    }
  }

  private String value(String row, String title) {
    return Csv.fields(row).get(header.indexOf(title));
  }

  /** Runs a round of the experiment; returns a row for each launch, by its design. */
  private Map<String, List<String>> run(String... factors) throws IOException {
    Path text = Files.writeString(home.resolve("text.txt"), "a few words\n".repeat(10));
    Path directory = home.resolve("out");
    List<String> arguments = new ArrayList<>(List.of(text.toString()));
    arguments.addAll(List.of(factors));
    arguments.addAll(List.of("--out", directory.toString(), "--root", "../..", "--rounds", "1"));
    arguments.addAll(List.of("--warmup", "100"));
    StringWriter err = new StringWriter();
    int code =
        Main.run(
            arguments.toArray(String[]::new),
            new PrintWriter(new StringWriter(), true),
            new PrintWriter(err, true),
            new OwnPipeline());
    assertThat(code).as(err.toString()).isZero();
    List<String> lines = Files.readAllLines(directory.resolve("experiment.csv"));
    header = Csv.fields(lines.get(0));
    List<String> rows = lines.subList(1, lines.size());
    assertThat(rows).allMatch(row -> value(row, "status").equals("OK"));
    return rows.stream().collect(Collectors.groupingBy(row -> value(row, "design")));
  }
}
