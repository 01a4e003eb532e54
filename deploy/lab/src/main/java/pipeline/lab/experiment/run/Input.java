package pipeline.lab.experiment.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import pipeline.lab.experiment.analysis.Cell;
import pipeline.wire.workload.Workload;

/**
 * What every launch sends: the lines of a text, or generated requests. Immutable.
 *
 * @param text of word count; empty where requests are generated
 * @param repeat how often a text is sent
 * @param requests that are generated for each launch, besides the warm-up's
 * @param seconds of a load that ends by the clock
 */
public record Input(Workload kind, Optional<Path> text, int repeat, long requests, int seconds) {
  /** The seconds of a load that ends by the clock, by default. */
  public static final int SECONDS = 10;

  /** The number of lines, or requests, that each launch measures. */
  public long lines() throws IOException {
    if (text.isEmpty()) {
      return requests;
    }
    // each byte is a character, so that no text is malformed
    try (Stream<String> lines = Files.lines(text.get(), StandardCharsets.ISO_8859_1)) {
      return repeat * lines.filter(line -> !line.isEmpty()).count();
    }
  }

  /**
   * Why a cell cannot take this input, in one line; empty if it can.
   *
   * @param lines as {@link #lines} counts them: once, since a text may be long and cells many
   */
  public Optional<String> refusal(Cell cell, long lines) {
    boolean isClients = !Setting.isTimed(cell);
    if (kind != Workload.WORDCOUNT && !isClients) {
      return Optional.of("%s has no %s".formatted(Setting.LOAD.given(cell), option()));
    }
    if (!DesignUnderTest.of(cell).takes(kind)) {
      return Optional.of("%s has no %s".formatted(Setting.DESIGN.given(cell), option()));
    }
    long each = Setting.LINES_PER_REQUEST.number(cell);
    long sent = (lines + each - 1) / each;
    String more = text.isPresent() ? "raise --repeat" : "raise --requests";
    return isClients && !Setting.THREADS.isStandard(cell) && sent < Setting.THREADS.number(cell)
        ? Optional.of(
            "%s needs a request for each, but there are %s: %s"
                .formatted(Setting.THREADS.given(cell), sent, more))
        : Optional.empty();
  }

  private String option() {
    return "--workload " + kind.spelled();
  }
}
