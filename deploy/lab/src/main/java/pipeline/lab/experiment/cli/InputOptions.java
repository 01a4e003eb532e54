package pipeline.lab.experiment.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import pipeline.lab.experiment.run.Input;
import pipeline.wire.workload.Workload;

/** The options that say what every launch sends. */
final class InputOptions {
  private static final int MOST_REPEATS = 10_000;
  private static final int MOST_SECONDS = 3_600;
  private static final long DEFAULT_REQUESTS = 20_000;
  private static final long MOST_REQUESTS = 10_000_000;

  @Parameters(arity = "0..1", paramLabel = "FILE", description = "the text whose lines are sent")
  private Path text;

  @Option(
      names = "--repeat",
      paramLabel = "K",
      defaultValue = "1",
      description = "how often each launch sends the text (${DEFAULT-VALUE})")
  private int repeat;

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      defaultValue = "wordcount",
      description = "wordcount sends FILE; lift-rides and swipes are generated (${DEFAULT-VALUE})")
  private String workload;

  @Option(
      names = "--requests",
      paramLabel = "R",
      description = "generated requests of each launch (20000)")
  private Long requests;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "" + Input.SECONDS,
      description = "how long a --load such as wrk sends (${DEFAULT-VALUE})")
  private int seconds;

  /**
   * The input that was asked for.
   *
   * @throws IllegalArgumentException it cannot be, in one line
   */
  Input input() {
    if (repeat < 1 || repeat > MOST_REPEATS || seconds < 1 || seconds > MOST_SECONDS) {
      throw new IllegalArgumentException(
          "--repeat is from 1 to %s, --seconds from 1 to %s".formatted(MOST_REPEATS, MOST_SECONDS));
    }
    Workload known =
        Workload.named(workload)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "--workload is '%s', but may be wordcount, lift-rides, swipes"
                            .formatted(workload)));
    if (known == Workload.WORDCOUNT) {
      if (requests != null) {
        throw new IllegalArgumentException("--requests is for generated workloads");
      }
      if (text == null || !Files.isRegularFile(text) || !Files.isReadable(text)) {
        throw new IllegalArgumentException(
            text == null ? "FILE is missing" : text + " is not a file that can be read");
      }
      return new Input(known, Optional.of(text), repeat, 0, seconds);
    }
    if (text != null) {
      throw new IllegalArgumentException(
          "--workload %s is generated and takes no FILE".formatted(workload));
    }
    if (repeat != 1) {
      throw new IllegalArgumentException(
          "--repeat is for a text; --requests is how many are generated");
    }
    long number = requests == null ? DEFAULT_REQUESTS : requests;
    if (number < 1 || number > MOST_REQUESTS) {
      throw new IllegalArgumentException("--requests is from 1 to " + MOST_REQUESTS);
    }
    return new Input(known, Optional.empty(), 1, number, seconds);
  }
}
