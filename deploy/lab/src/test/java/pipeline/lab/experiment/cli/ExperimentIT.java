package pipeline.lab.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.testkit.rabbit.RabbitInstallation;

/** A small experiment with the finished programs on a RabbitMQ of its own. */
class ExperimentIT {
  private static final int LINES = 400;

  @TempDir private Path home;

  @Test
  void measuresTheFinishedProgramsAndFindsTheirCountsExact() throws Exception {
    Assumptions.assumeTrue(RabbitInstallation.named().exists(), "RabbitMQ is not installed");
    Path text =
        Files.writeString(
            home.resolve("text.txt"),
            IntStream.range(0, LINES)
                .mapToObj(i -> "word" + i % 7 + " and\tanother\n")
                .collect(Collectors.joining()));
    Path directory = home.resolve("out");
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] arguments = {
      text.toString(),
      "--out",
      directory.toString(),
      "--root",
      "../..",
      "--rounds",
      "1",
      "--warmup",
      "100",
      "--threads",
      "4",
      "--confirm",
      "on,none"
    };

    int code =
        Main.run(
            arguments, new PrintWriter(out, true), new PrintWriter(err, true), new OwnPipeline());

    assertThat(code).as(err.toString()).isZero();
    String rows = Files.readString(directory.resolve("experiment.csv"));
    assertThat(rows.lines()).hasSize(4);
    assertThat(rows.lines().skip(1)).as(rows).allMatch(row -> row.contains(",OK,"));
    assertThat(out.toString()).contains("confirm none vs on", "broker: RabbitMQ ");
  }
}
