package pipeline.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.faults.run.FaultCatalogue;
import pipeline.hooks.CrashPoint;

/**
 * The help names every fault, and what cannot be run is refused in one line before anything starts.
 */
class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    return Main.run(args, new PrintWriter(out), new PrintWriter(err));
  }

  @Test
  void helpNamesEveryFault() {
    assertThat(run("--help")).isZero();
    String words = " " + out.toString().replaceAll("\\s+", " ");
    assertThat(FaultCatalogue.allNames()).allSatisfy(n -> assertThat(words).contains(" " + n));
    assertThat(CrashPoint.values()).allSatisfy(p -> assertThat(words).contains(" " + p));
  }

  @ParameterizedTest
  @CsvSource({
    "--runs 0, --runs",
    "--runs x, --runs",
    "--lines 5, --lines",
    "--partitions 65, --partitions",
    "--controls --partitions 2, --partitions",
    "--taskmanagers -1, --taskmanagers",
    "--taskmanagers 1 --quick, --taskmanagers",
    "--taskmanagers 1 --fault disk-full, disk-full",
    "--fault nonsense, nonsense",
    "--controls --fault kill-broker, kill-broker",
    "proxy here, 'here'",
    "proxy 99999, 99999",
    "proxy 1 --delay 40ms, '40ms'",
    "--nonsense, --nonsense"
  })
  void badArgumentsAreNamedInOneLine(String args, String named) {
    assertThat(run(args.split(" ", -1))).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("chaos: ")
        .contains(named)
        .contains("(see --help)")
        .hasLineCount(1);
  }

  @Test
  void missingJarsAreNamed() {
    assertThat(run("--root", "/nonexistent")).isEqualTo(2);
    assertThat(err.toString())
        .contains("/nonexistent/client/target/client.jar")
        .doesNotContain("--help")
        .hasLineCount(1);
  }
}
