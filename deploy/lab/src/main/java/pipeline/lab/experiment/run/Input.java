package pipeline.lab.experiment.run;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.commons.lang3.Validate;
import pipeline.client.input.BadInputException;
import pipeline.client.workload.FileTraffic;
import pipeline.client.workload.Part;
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

  /**
   * The number of lines, or requests, that each launch measures.
   *
   * @throws IllegalArgumentException if the client would refuse the text; the message is one line
   */
  public long lines() {
    try {
      return text.isEmpty()
          ? requests
          : repeat * FileTraffic.of(text.get(), Part.WHOLE, 1, Optional.empty()).requestsPerRound();
    } catch (BadInputException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /**
   * Checks that a cell can take this input.
   *
   * @param lines as {@link #lines} counts them: once, since a text may be long and cells many
   * @throws IllegalArgumentException it cannot, in one line
   */
  public void check(Cell cell, long lines) {
    String has = "%s has no --workload " + kind.spelled();
    boolean isClients = !Setting.isTimed(cell);
    Validate.isTrue(isClients || kind == Workload.WORDCOUNT, has, Setting.LOAD.given(cell));
    Validate.isTrue(DesignUnderTest.of(cell).takes(kind), has, Setting.DESIGN.given(cell));
    long each = Setting.LINES_PER_REQUEST.number(cell);
    long sent = (lines + each - 1) / each;
    Validate.isTrue(
        !isClients || Setting.THREADS.isStandard(cell) || sent >= Setting.THREADS.number(cell),
        "%s needs a request for each, but there are %s: raise --%s",
        Setting.THREADS.given(cell),
        sent,
        text.isPresent() ? "repeat" : "requests");
  }
}
