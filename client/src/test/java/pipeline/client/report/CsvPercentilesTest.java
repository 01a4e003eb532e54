package pipeline.client.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.Main;
import pipeline.client.http.StubServer;
import pipeline.client.load.StopSignal;
import pipeline.wire.process.Console;

/** The block's numbers, calculated once more from the rows of the CSV. */
class CsvPercentilesTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @TempDir private Path dir;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 99, 100, 101, 1_000})
  void theBlockIsWhatTheRowsSay(int requests) throws IOException {
    Path file = Files.writeString(dir.resolve("a.txt"), "a b\n".repeat(requests));
    Path csv = dir.resolve("a.csv");
    try (StubServer server = StubServer.answeringOk()) {
      assertThat(run(file.toString(), "4", "--url", server.url(), "--csv", csv.toString()))
          .isZero();
    }
    double[] sorted =
        Files.readAllLines(csv).stream()
            .skip(1)
            .mapToDouble(row -> Double.parseDouble(row.split(",", -1)[2]))
            .sorted()
            .toArray();

    assertThat(sorted).hasSize(requests);
    double mean = Arrays.stream(sorted).average().orElse(0);
    assertThat(printed("Mean response time")).isCloseTo(mean, histogramError(mean));
    assertPercentile("Median response time", sorted, 50);
    assertPercentile("99th Percentile response time", sorted, 99);
    assertPercentile("Max response time", sorted, 100);
  }

  private void assertPercentile(String label, double[] sorted, int percent) {
    int rank = (int) Math.ceil(sorted.length * percent / 100.0);
    double expected = sorted.length == 0 ? 0 : sorted[rank - 1];
    assertThat(printed(label)).as(label).isCloseTo(expected, histogramError(expected));
  }

  /**
   * The error of a histogram with three significant digits, and of the last decimal that is
   * printed.
   */
  private static Offset<Double> histogramError(double value) {
    return within(value / 1_000 + 0.0001);
  }

  private double printed(String label) {
    Matcher line = Pattern.compile(label + " : ([0-9.]+) ms").matcher(out.toString(UTF_8));
    assertThat(line.find()).as(label).isTrue();
    return Double.parseDouble(line.group(1));
  }

  private int run(String... args) {
    PrintStream printer = new PrintStream(out, true, UTF_8);
    return Main.run(
        args, Map.of(), new Console("client", printer, printer, false), new StopSignal());
  }
}
