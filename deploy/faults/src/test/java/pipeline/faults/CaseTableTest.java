package pipeline.faults;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each row of the table of cases names tests that exist, or says "none: " and why. */
class CaseTableTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Pattern TEST = Pattern.compile("`(\\w+)#(\\w+)`");

  /** The file is {@code docs/cases.tsv}: area, case, what happens, tests. */
  @Test
  void everyCaseHasTestsThatExistOrAReason() throws IOException {
    Map<String, String> sources = testSources();
    assertThat(Files.readAllLines(ROOT.resolve("docs/cases.tsv")).stream().skip(1))
        .isNotEmpty()
        .allSatisfy(
            line -> {
              String[] columns = line.split("\t", -1);
              assertThat(columns).hasSize(4);
              if (!columns[3].startsWith("none: ")) {
                assertTested(columns[3], sources);
              }
            });
  }

  private static void assertTested(String cell, Map<String, String> sources) {
    List<MatchResult> tests = TEST.matcher(cell).results().toList();
    assertThat(tests).isNotEmpty();
    for (MatchResult test : tests) {
      assertThat(sources.get(test.group(1)))
          .as(test.group(1))
          .contains("void " + test.group(2) + "(");
    }
  }

  /** The text of every test class of this checkout by its name. */
  private static Map<String, String> testSources() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().matches(".*/src/test/.*(Test|IT|Contract)\\.java"))
          .collect(
              toMap(
                  f -> f.getFileName().toString().replace(".java", ""),
                  f -> read(f),
                  (a, b) -> a + b));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
