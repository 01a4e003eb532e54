package pipeline.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.http.StubServer;

/** The block's numbers are those that follow from the rows of the CSV. */
class CsvPercentilesTest extends WholeProgram {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 99, 101, 1_000})
  void theBlockIsWhatTheRowsSay(int requests) throws IOException {
    write("a b\n".repeat(requests));
    try (StubServer server = StubServer.answeringOk()) {
      assertThat(run(server, "FILE 4 --csv DIR/a.csv")).isZero();
    }
    double[] sorted =
        Files.readAllLines(dir.resolve("a.csv")).stream()
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
    Matcher line = Pattern.compile(label + " response time : ([0-9.]+) ms").matcher(out());
    assertThat(line.find()).as(label).isTrue();
    assertThat(Double.parseDouble(line.group(1)))
        .as(label)
        .isCloseTo(expected, within(expected / 1_000 + 0.0001));
  }
}
