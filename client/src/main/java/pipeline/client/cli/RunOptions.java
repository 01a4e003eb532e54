package pipeline.client.cli;

import static pipeline.client.input.BadInputException.refuseIf;

import java.security.SecureRandom;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.Option;
import pipeline.client.input.BadInputException;
import pipeline.client.workload.Part;
import pipeline.wire.identity.RunId;

/** The part of the command line that says which run the load belongs to, and which part of it. */
final class RunOptions {
  /** The greatest age of a run that may begin without {@code --resume}. */
  private static final Duration NEW = Duration.ofMinutes(10);

  private static final Duration LONGEST_WAIT = Duration.ofDays(1);
  private static final int MOST_PARTS = 1_000;

  @Option(
      names = "--run-id",
      paramLabel = "HEX",
      description =
          "The run's identity, a UUID of version 7 without hyphens (default: a new one). One that"
              + " did not begin in the last ten minutes wants --resume.")
  private String runId;

  @Option(
      names = "--resume",
      description =
          "Send the same input again under --run-id. Lines keep their keys, so those that were"
              + " counted are not counted again.")
  private boolean resume;

  @Option(
      names = "--part",
      paramLabel = "I/K",
      description = {
        "Be client I of a fleet of K: send every K-th block of 65536 lines, and a K-th of the"
            + " rates. Each client needs the same input and --run-id; merge adds up their --json."
      })
  private String part;

  @Option(
      names = "--start-at",
      paramLabel = "TIME",
      description = "Wait until then: 2026-01-31T12:00:00Z.")
  private String startAt;

  boolean isResumed() {
    return resume;
  }

  /** The part to send, the whole input unless one was named. */
  Part part() {
    if (part == null) {
      return Part.WHOLE;
    }
    String[] numbers = part.split("/", -1);
    refuseIf(numbers.length != 2, "--part must look like 1/3, not '" + part + "'");
    int of = Amount.whole("--part", numbers[1], 1, MOST_PARTS);
    return new Part(Amount.whole("--part", numbers[0], 1, of), of);
  }

  /** When to begin, if a time was named. */
  Optional<Instant> startAt() {
    if (startAt == null) {
      return Optional.empty();
    }
    try {
      Instant start = Instant.parse(startAt);
      if (Duration.between(Instant.now(), start).compareTo(LONGEST_WAIT) <= 0) {
        return Optional.of(start);
      }
    } catch (DateTimeException e) {
      // no time at all: the message below says what is expected
    }
    throw new BadInputException(
        "--start-at must be a time within a day, such as 2026-01-31T12:00:00Z, not '"
            + startAt
            + "'");
  }

  /**
   * The run to send. An old id without {@code --resume} is refused: under an id that was used
   * before, lines of another input would be taken for those that were counted.
   */
  RunId id() {
    if (runId == null) {
      refuseIf(resume, "--resume needs the --run-id of the run to go on with");
      refuseIf(part != null, "--part needs the --run-id that all parts are sent under");
      return RunId.random(new SecureRandom());
    }
    RunId run = version7();
    Instant start = Instant.ofEpochMilli(run.startMillis());
    Duration age = Duration.between(start, Instant.now()).abs(); // other clocks may be ahead
    refuseIf(
        !resume && age.compareTo(NEW) > 0,
        ("--run-id " + run + " began at " + start + ", not in the last ten minutes:")
            + " add --resume to go on with that run, or leave --run-id out to begin a new one");
    return run;
  }

  private RunId version7() {
    try {
      RunId run = RunId.parse(runId);
      if (run.isVersion7()) {
        return run;
      }
    } catch (IllegalArgumentException e) {
      // no 128 bits at all: the message below says what is expected
    }
    throw new BadInputException(
        "--run-id must be a UUID of version 7 in 32 hex digits, not '" + runId + "'");
  }
}
