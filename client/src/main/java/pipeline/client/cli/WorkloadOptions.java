package pipeline.client.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import pipeline.client.input.BadInputException;
import pipeline.client.workload.FileTraffic;
import pipeline.client.workload.GeneratedTraffic;
import pipeline.client.workload.Traffic;

/** The part of the command line that says what is sent. */
final class WorkloadOptions {
  private static final String DEFAULT_SEED = "1";
  private static final int MAX_LINES_PER_REQUEST = 1_000_000;

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      defaultValue = FileTraffic.NAME,
      description = {
        "wordcount (default) sends the lines of FILE; lift-rides and swipes are generated and take"
            + " no FILE."
      })
  private String name;

  @Option(
      names = "--requests",
      paramLabel = "K",
      description = "Number of lift rides or swipes in one round (default: 200000, 500000).")
  private String requests;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Seed of the generator: the same seed gives the same requests (default: 1).")
  private String seed;

  @Option(
      names = "--lines-per-request",
      paramLabel = "K",
      defaultValue = "1",
      description = {
        "Send K lines, rides or swipes in each request (default: 1), fewer where its body would pass"
            + " 1 MiB. Rates, phases and response times are those of requests."
      })
  private String linesPerRequest;

  /**
   * Finds N.
   *
   * @param arguments those that are not options
   * @throws BadInputException unless they are {@code FILE N}, or {@code N} where no file is sent
   */
  String threads(List<String> arguments) throws BadInputException {
    List<String> wanted = generated().isPresent() ? List.of("N") : List.of("FILE", "N");
    if (arguments.size() != wanted.size()) {
      throw new BadInputException(
          (name + " takes " + String.join(" and ", wanted) + ", but got ")
              + (arguments.isEmpty() ? "nothing" : "'" + String.join(" ", arguments) + "'")
              + " (see --help)");
    }
    return arguments.get(arguments.size() - 1);
  }

  /**
   * Checks what was typed, and a file from end to end.
   *
   * @param arguments as {@link #threads} has found them to be
   */
  Traffic toTraffic(List<String> arguments) throws BadInputException {
    Optional<GeneratedTraffic> generated = generated();
    if (generated.isPresent()) {
      return generated.get().with(requests(generated.get()), seed(), linesPerRequest());
    }
    refuseWithFile("--requests", requests);
    refuseWithFile("--seed", seed);
    return FileTraffic.of(Path.of(arguments.get(0)), linesPerRequest());
  }

  /** The queue that the workload goes through unless the server is told otherwise. */
  String queue() throws BadInputException {
    return generated().map(GeneratedTraffic::queue).orElse(FileTraffic.NAME);
  }

  private Optional<GeneratedTraffic> generated() throws BadInputException {
    Optional<GeneratedTraffic> generated = GeneratedTraffic.named(name);
    if (generated.isEmpty() && !name.equals(FileTraffic.NAME)) {
      String others = String.join(", ", GeneratedTraffic.names());
      throw new BadInputException(
          "--workload must be one of " + FileTraffic.NAME + ", " + others + ", not '" + name + "'");
    }
    return generated;
  }

  /** How many lines each request is to carry. */
  int linesPerRequest() throws BadInputException {
    return Amount.whole("--lines-per-request", linesPerRequest, 1, MAX_LINES_PER_REQUEST);
  }

  private long requests(GeneratedTraffic traffic) throws BadInputException {
    return requests == null
        ? traffic.size()
        : Amount.whole("--requests", requests, 1, Integer.MAX_VALUE);
  }

  private int seed() throws BadInputException {
    return Amount.whole("--seed", seed == null ? DEFAULT_SEED : seed, 0, Integer.MAX_VALUE);
  }

  private static void refuseWithFile(String option, String value) throws BadInputException {
    if (value != null) {
      throw new BadInputException(
          option + " is for generated workloads; " + FileTraffic.NAME + " sends FILE");
    }
  }
}
