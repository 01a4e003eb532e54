package pipeline.faults;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each number of the page has tests that exist and carry it, or says "none: " and why. */
class CaseTableTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Path PAGE = ROOT.resolve("deploy/docs/what-survives-what.md");
  private static final Pattern ROW = Pattern.compile("\\| ([JP]?\\d+) \\|.*\\| (.+) \\|");
  private static final Pattern TEST = Pattern.compile("`(\\w+)#(\\w+_)`");

  /** As in case07_, case25And28_, case01To08_, case61AndP01AndP07_ and j03_. */
  private static final Pattern NUMBER = Pattern.compile("(To)?([JPjp]?)0*(\\d+)");

  @Test
  void everyNumberHasATestThatCarriesItOrAReason() throws IOException {
    Map<String, String> rows = new TreeMap<>();
    for (MatchResult row : ROW.matcher(Files.readString(PAGE)).results().toList()) {
      assertThat(rows.put(row.group(1), row.group(2))).as("before " + row.group()).isNull();
    }
    assertThat(rows.keySet())
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(upTo("", 1, 78), upTo("J", 1, 20), upTo("P", 1, 13))
                .flatMap(s -> s)
                .toList());
    Map<String, String> sources = testSources();
    rows.values().removeIf(cell -> cell.startsWith("none: "));
    assertThat(rows).allSatisfy((number, cell) -> assertTested(number, cell, sources));
  }

  private static void assertTested(String number, String cell, Map<String, String> sources) {
    List<MatchResult> tests = TEST.matcher(cell).results().toList();
    assertThat(tests).isNotEmpty();
    for (MatchResult test : tests) {
      assertThat(sources.get(test.group(1))).as(test.group(1)).contains("void " + test.group(2));
      assertThat(numbersIn(test.group(2))).contains(number);
    }
  }

  private static Set<String> numbersIn(String name) {
    Set<String> numbers = new TreeSet<>();
    int previous = 0;
    for (MatchResult part : NUMBER.matcher(name).results().toList()) {
      int last = Integer.parseInt(part.group(3));
      int first = part.group(1) == null ? last : previous;
      upTo(part.group(2).toUpperCase(Locale.ROOT), first, last).forEach(numbers::add);
      previous = last;
    }
    return numbers;
  }

  private static Stream<String> upTo(String kind, int first, int last) {
    return IntStream.rangeClosed(first, last).mapToObj(number -> kind + number);
  }

  /** The text of every test class of this checkout by its name. */
  private static Map<String, String> testSources() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().matches(".*/src/test/.*(Test|IT)\\.java"))
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
