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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.Main;
import pipeline.client.http.StubServer;
import pipeline.client.load.StopSignal;
import pipeline.wire.process.Console;

/** The block's numbers are those that follow from the rows of the CSV. */
class CsvPercentilesTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @TempDir private Path dir;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 99, 101, 1_000})
  void theBlockIsWhatTheRowsSay(int requests) throws IOException {
    Path file = Files.writeString(dir.resolve("a.txt"), "a b\n".repeat(requests));
    Path csv = dir.resolve("a.csv");
    PrintStream printer = new PrintStream(out, true, UTF_8);
    Console console = new Console("client", printer, printer, false);
    try (StubServer server = StubServer.answeringOk()) {
      String[] args = {file.toString(), "4", "--url", server.url(), "--csv", csv.toString()};
      assertThat(Main.run(args, Map.of(), console, new StopSignal())).isZero();
    }
    double[] sorted =
        Files.readAllLines(csv).stream()
            .skip(1)
            .mapToDouble(row -> Double.parseDouble(row.split(",", -1)[2]))
            .sorted()
            .toArray();

    assertThat(sorted).hasSize(requests);
    assertPrinted("Mean", Arrays.stream(sorted).average().orElseThrow());
    assertPrinted("Median", sorted[(requests + 1) / 2 - 1]);
    assertPrinted("99th Percentile", sorted[(requests * 99 + 99) / 100 - 1]);
    assertPrinted("Max", sorted[requests - 1]);
  }

  /** A histogram has three significant digits, and the last decimal that is printed is rounded. */
  private void assertPrinted(String label, double expected) {
    Matcher line =
        Pattern.compile(label + " response time : ([0-9.]+) ms").matcher(out.toString(UTF_8));
    assertThat(line.find()).as(label).isTrue();
    assertThat(Double.parseDouble(line.group(1)))
        .as(label)
        .isCloseTo(expected, within(expected / 1_000 + 0.0001));
  }
}
