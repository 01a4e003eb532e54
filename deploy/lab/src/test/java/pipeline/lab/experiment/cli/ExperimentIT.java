package pipeline.lab.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.lab.experiment.run.PipelineRunner;
import pipeline.testkit.rabbit.RabbitInstallation;

/**
 * Experiments measure the finished programs, here on a RabbitMQ of their own, and count every line.
 */
@Tag("long")
class ExperimentIT {
  private static final int LINES = 400;

  @TempDir private Path home;
  private final StringWriter out = new StringWriter();
  private List<String> header;

  @BeforeEach
  void needRabbit() {
    Assumptions.assumeTrue(RabbitInstallation.named().exists(), "RabbitMQ is not installed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"swipes", "lift-rides"})
  void measuresRequestsThatAreGenerated(String workload) throws IOException {
    List<String> rows = run("--threads 4 --requests 500 --workload " + workload);

    assertThat(rows).hasSize(2).allMatch(row -> row.contains(",OK,"));
  }

  @Test
  void measuresTheProgramsAtADistance() throws IOException {
    String distance = " --delay-client 5ms --delay-consumer 3ms";
    List<String> rows =
        run(text(LINES) + " --threads 4 --store memory --durable on,off --ack auto" + distance);

    assertThat(rows).hasSize(3).allMatch(row -> row.contains(",OK,"));
    assertThat(out.toString()).contains("durable off vs on", "broker: RabbitMQ ", "client 5ms");
    assertThat(number(rows.get(0), "p50")).isGreaterThan(10);
  }

  @Test
  void aRestartOfTheBrokerLeavesWhatIsOnItsDisk() throws IOException {
    List<String> rows =
        run(text(LINES) + " --threads 4 --restart broker --delivery persistent,transient");

    for (String row : rows) {
      boolean kept = row.contains(",persistent,");
      assertThat(number(row, "waiting before")).as(row).isPositive();
      assertThat(number(row, "waiting after"))
          .as(row)
          .isEqualTo(kept ? number(row, "waiting before") : 0);
      // what was on its way to the consumer is counted, and not twice where it comes again
      assertThat(number(row, "lost")).as(row).isBetween(0.0, kept ? 0.0 : LINES);
      assertThat(number(row, "doubled")).as(row).isZero();
    }
  }

  @Test
  void wrkMeasuresServersWithConsumersAndNothingIsLost() throws IOException {
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/wrk")), "wrk is not installed");

    List<String> all =
        run(text(10) + " --load wrk --seconds 1 --threads 4 --design ours,reference,nothing");

    assertThat(all).allMatch(row -> row.contains(",OK,"));
    for (String row : of("ours", all)) {
      assertThat(number(row, "lost")).as(row).isZero();
      assertThat(number(row, "doubled")).as(row).isZero();
      assertThat(number(row, "throughput")).isPositive();
      assertThat(number(row, "p99")).isPositive();
      assertThat(number(row, "memory server")).isGreaterThan(20);
    }
    assertThat(number(of("reference", all).get(0), "lost")).isZero();
    assertThat(value(of("nothing", all).get(0), "lost")).isEmpty();
  }

  @Test
  void consumersDrainABacklogOfWhichEveryLineIsCounted() throws IOException {
    List<String> rows =
        run(text(10) + " --load backlog --repeat 40 --consumer-threads 1 --design ours,reference");

    assertThat(rows).allMatch(row -> row.contains(",OK,"));
    for (String row : rows) {
      assertThat(number(row, "lost")).as(row).isZero();
      assertThat(number(row, "words doubled")).as(row).isZero();
      assertThat(value(row, "CPU client")).as(row).isEmpty();
    }
  }

  private Path text(int lines) throws IOException {
    return Files.writeString(home.resolve("text.txt"), "a few words and\ta number\n".repeat(lines));
  }

  private String value(String row, String title) {
    return fields(row).get(header.indexOf(title));
  }

  /** Splits a row at its commas, but not at those within quotes, as of the note of a loss. */
  private static List<String> fields(String row) {
    return List.of(row.split(",(?=([^\"]*\"[^\"]*\")*[^\"]*$)", -1));
  }

  private double number(String row, String title) {
    return Double.parseDouble(value(row, title));
  }

  private List<String> of(String design, List<String> rows) {
    return rows.stream().filter(row -> value(row, "design").equals(design)).toList();
  }

  /** Runs a round of the experiment; returns a row for each launch. */
  private List<String> run(String arguments) throws IOException {
    Path directory = home.resolve("out");
    StringWriter err = new StringWriter();
    String all = arguments + " --rounds 1 --warmup 100 --root ../.. --out " + directory;
    PrintWriter printed = new PrintWriter(out, true);
    PrintWriter said = new PrintWriter(err, true);
    assertThat(Main.run(all.split(" "), printed, said, PipelineRunner::new))
        .as(err.toString())
        .isZero();
    List<String> lines = Files.readAllLines(directory.resolve("experiment.csv"));
    header = fields(lines.get(0));
    return lines.subList(1, lines.size());
  }
}
