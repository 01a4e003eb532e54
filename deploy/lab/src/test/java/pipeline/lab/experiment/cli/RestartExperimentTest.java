package pipeline.lab.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.lab.experiment.result.Csv;

/** Tests what is said of experiments whose broker is restarted while messages wait. */
class RestartExperimentTest {
  @TempDir private Path home;

  private final StringWriter out = new StringWriter();

  @Test
  void saysWhatIsLeftAndHasNothingThatWasNotMeasured() throws IOException {
    run("--restart", "broker", "--durable", "on,off", "--rounds", "1");

    assertThat(out.toString())
        .contains("- durable on: 500 of 500 messages are left, lines lost: 0\n")
        .contains("- durable off: 0 of 500 messages are left, lines lost: 480\n")
        .contains("the broker is stopped and started")
        .doesNotContain("verdict:", "Student");
    List<String> cells = Files.readAllLines(home.resolve("out/cells.csv"));
    assertThat(Csv.fields(cells.get(0)))
        .containsExactly(
            "durable",
            "n",
            "p99 ratio",
            "requests, requests/s",
            "p99, ms",
            "waiting before, messages",
            "waiting after, messages",
            "lost, lines",
            "CPU probe, ms");
    // what it lost is the answer, not a reason to leave it out
    assertThat(Csv.fields(cells.get(2))).startsWith("off", "1");
    assertThat(home.resolve("out/experiment.html"))
        .content()
        .contains("waiting after", "durable: waiting after")
        .doesNotContain("\"title\":\"Effects", "\"title\":\"CPU a line");
  }

  @Test
  void cellsWithoutARestartAreComparedAsEver() throws IOException {
    run("--restart", "none,broker", "--queue", "classic,quorum");

    assertThat(out.toString())
        .contains("- queue quorum vs classic: throughput lower by ")
        .contains("- restart broker vs none: no verdict: no round has the throughput of both")
        .contains("- queue classic, restart broker: 500 of 500 messages are left");
  }

  private void run(String... options) throws IOException {
    Path text = Files.writeString(home.resolve("text.txt"), "a line\n");
    List<String> all = new ArrayList<>(List.of(text.toString()));
    all.addAll(List.of("--out", home.resolve("out").toString()));
    all.addAll(List.of(options));
    StringWriter err = new StringWriter();
    int code =
        Main.run(
            all.toArray(String[]::new),
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            (plan, logs) -> new FakeRunner(-1));
    assertThat(code).as(err.toString()).isZero();
  }
}
