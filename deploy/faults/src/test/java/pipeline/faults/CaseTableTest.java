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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that each row of the tables of cases has tests that exist, or says "none: " and why. */
class CaseTableTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (?!---).* \\| (.+) \\|$");
  private static final Pattern TEST = Pattern.compile("`(\\w+)#(\\w+)`");

  @ParameterizedTest
  @CsvSource({
    "testing.md, '## Appendix: every input, fault and trap'",
    "exactly-once.md, '## If a clock is wrong'"
  })
  void everyRowHasTestsThatExistOrAReason(String page, String heading) throws IOException {
    String text = Files.readString(ROOT.resolve("docs").resolve(page));
    List<String> cells =
        ROW.matcher(section(text, heading))
            .results()
            .map(row -> row.group(1))
            .filter(cell -> !cell.equals("tests") && !cell.startsWith("none: "))
            .toList();
    Map<String, String> sources = testSources();
    assertThat(cells).isNotEmpty().allSatisfy(cell -> assertTested(cell, sources));
  }

  /** The part of a page from a heading to the next one of its level. */
  private static String section(String page, String heading) {
    int begin = page.indexOf(heading);
    int end = page.indexOf("\n## ", begin);
    return page.substring(begin, end < 0 ? page.length() : end);
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
