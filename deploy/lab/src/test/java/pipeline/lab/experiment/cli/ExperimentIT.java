package pipeline.lab.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.lab.experiment.result.Csv;
import pipeline.testkit.rabbit.RabbitInstallation;

/** A small experiment with the finished programs on a RabbitMQ of its own. */
class ExperimentIT {
  private static final int LINES = 400;

  @TempDir private Path home;
  private final StringWriter out = new StringWriter();
  private List<String> header;

  @Test
  void measuresTheFinishedProgramsAndFindsTheirCountsExact() throws Exception {
    Assumptions.assumeTrue(RabbitInstallation.named().exists(), "RabbitMQ is not installed");
    Path text =
        Files.writeString(
            home.resolve("text.txt"),
            IntStream.range(0, LINES)
                .mapToObj(i -> "word" + i % 7 + " and\tanother\n")
                .collect(Collectors.joining()));

    List<String> rows =
        run(text.toString(), "--store", "memory", "--durable", "on,off", "--ack", "auto");

    assertThat(rows).hasSize(3).allMatch(row -> row.contains(",OK,"));
    assertThat(out.toString()).contains("durable off vs on", "broker: RabbitMQ ");
  }

  @Test
  void measuresSwipesWhichTwoConsumersCount() throws Exception {
    Assumptions.assumeTrue(RabbitInstallation.named().exists(), "RabbitMQ is not installed");

    List<String> rows = run("--workload", "swipes", "--requests", "500");

    assertThat(rows).hasSize(2).allMatch(row -> row.contains(",OK,"));
  }

  @Test
  void measuresTheProgramsAtADistanceAndTheWorkOfBrokerAndJvms() throws Exception {
    Assumptions.assumeTrue(RabbitInstallation.named().exists(), "RabbitMQ is not installed");

    List<String> rows =
        run("--workload", "lift-rides", "--requests", "200", "--delay", "client=5ms,consumer=3ms");

    assertThat(rows).hasSize(2).allMatch(row -> row.contains(",OK,"));
    assertThat(out.toString()).contains("delay-client 5ms");
    for (String name : List.of("published", "acked")) {
      assertThat(value(rows.get(0), name)).as(name).isPositive();
    }
    assertThat(value(rows.get(0), "p50")).isGreaterThan(10);
    assertThat(value(rows.get(0), "round trip client")).isBetween(10.0, 100.0);
    assertThat(value(rows.get(0), "round trip consumer")).isBetween(6.0, 100.0);
  }

  @Test
  void aRestartOfTheBrokerLeavesWhatIsOnItsDisk() throws Exception {
    Assumptions.assumeTrue(RabbitInstallation.named().exists(), "RabbitMQ is not installed");
    Path text = Files.writeString(home.resolve("text.txt"), "a few words\n".repeat(LINES));

    List<String> rows =
        run(text.toString(), "--restart", "broker", "--delivery", "persistent,transient");

    for (String row : rows) {
      boolean kept = row.contains(",persistent,");
      assertThat(value(row, "waiting before")).as(row).isPositive();
      assertThat(value(row, "waiting after"))
          .as(row)
          .isEqualTo(kept ? value(row, "waiting before") : 0);
      // what was on its way to the consumer is counted, and not twice where it comes again
      assertThat(value(row, "lost")).as(row).isBetween(0.0, kept ? 0.0 : LINES);
      assertThat(value(row, "doubled")).as(row).isZero();
    }
  }

  private double value(String row, String title) {
    return Double.parseDouble(Csv.fields(row).get(header.indexOf(title)));
  }

  /** Runs a round of the experiment; returns a row for each launch. */
  private List<String> run(String... factors) throws IOException {
    Path directory = home.resolve("out");
    List<String> arguments = new ArrayList<>(List.of(factors));
    arguments.addAll(List.of("--out", directory.toString(), "--root", "../..", "--rounds", "1"));
    arguments.addAll(List.of("--warmup", "100", "--threads", "4"));
    StringWriter err = new StringWriter();
    int code =
        Main.run(
            arguments.toArray(String[]::new),
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            new OwnPipeline());
    assertThat(code).as(err.toString()).isZero();
    List<String> lines = Files.readAllLines(directory.resolve("experiment.csv"));
    header = Csv.fields(lines.get(0));
    return lines.subList(1, lines.size());
  }
}
