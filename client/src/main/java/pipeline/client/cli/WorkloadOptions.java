package pipeline.client.cli;

import static pipeline.client.input.BadInputException.refuseIf;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;
import pipeline.client.input.BadInputException;
import pipeline.client.workload.FileTraffic;
import pipeline.client.workload.GeneratedTraffic;
import pipeline.client.workload.Part;
import pipeline.client.workload.Traffic;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.Workload;

/** The part of the command line that says what is sent. */
final class WorkloadOptions {
  private static final String DEFAULT_SEED = "1";
  private static final int MAX_LINES_PER_REQUEST = 1_000_000;

  /** A path with a query, by RFC 3986. */
  private static final Pattern PATH =
      Pattern.compile("/(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9a-fA-F]{2})*");

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      description =
          "wordcount (default) sends the lines of FILE; lift-rides and swipes are generated and"
              + " take no FILE.")
  private String name = Workload.WORDCOUNT.spelled();

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
      description =
          "Send K lines, rides or swipes in each request (default: 1), fewer where its body would"
              + " pass 1 MiB. Rates, phases and response times are those of requests.")
  private String linesPerRequest;

  @Option(
      names = "--path",
      paramLabel = "PATH",
      description =
          "Post the lines of FILE to this path below --url, at a server that is not ours: any 2xx"
              + " is a success, and no run is closed.")
  private String path;

  @Option(names = "--no-key", description = "With --path: send no Idempotency-Key.")
  private boolean noKey;

  /**
   * Finds N.
   *
   * @param arguments those that are not options
   * @throws BadInputException unless they are {@code FILE N}, or {@code N} where no file is sent
   */
  String threads(List<String> arguments) {
    List<String> wanted = workload().isGenerated() ? List.of("N") : List.of("FILE", "N");
    refuseIf(
        arguments.size() != wanted.size(),
        (name + " takes " + String.join(" and ", wanted) + ", but got ")
            + (arguments.isEmpty() ? "nothing" : "'" + String.join(" ", arguments) + "'")
            + " (see --help)");
    return arguments.get(arguments.size() - 1);
  }

  /**
   * Checks what was typed, and a file from end to end.
   *
   * @param arguments as {@link #threads} has found them to be
   * @param part which part of it is sent
   */
  Traffic toTraffic(List<String> arguments, Part part) {
    refuseIf(
        noKey && path == null, "--no-key needs --path: our servers know a repetition by its key");
    if (workload().isGenerated()) {
      refuseIf(path != null, "--path is for FILE; " + name + " has paths of its own");
      return GeneratedTraffic.of(workload(), requests(), seed(), part, linesPerRequest());
    }
    refuseWithFile("--requests", requests);
    refuseWithFile("--seed", seed);
    return FileTraffic.of(Path.of(arguments.get(0)), part, linesPerRequest(), elsewhere());
  }

  /** The path at which other programs' servers take FILE; empty for servers of this project. */
  private Optional<FileTraffic.Elsewhere> elsewhere() {
    if (path == null) {
      return Optional.empty();
    }
    refuseIf(
        !PATH.matcher(path).matches(),
        "--path must look like /any/path, with %XX for what no URL has, not '" + path + "'");
    return Optional.of(new FileTraffic.Elsewhere(path, !noKey));
  }

  /** Whether FILE is posted to servers of other programs. */
  boolean isElsewhere() {
    return path != null;
  }

  /** Whether servers cannot tell a line that is sent again from a new one. */
  boolean hasNoKeys() {
    return noKey;
  }

  /** The queue that the workload goes through unless the server is told otherwise. */
  String queue() {
    return workload().counters().get(0).queue();
  }

  private Workload workload() {
    String names = Settings.spelled(Workload.class, ", ");
    return Workload.named(name)
        .orElseThrow(
            () ->
                new BadInputException(
                    "--workload must be one of " + names + ", not '" + name + "'"));
  }

  /** The number of lines that each request is to carry. */
  int linesPerRequest() {
    return Amount.whole("--lines-per-request", linesPerRequest, 1, MAX_LINES_PER_REQUEST);
  }

  private long requests() {
    return requests == null
        ? workload().size()
        : Amount.whole("--requests", requests, 1, Integer.MAX_VALUE);
  }

  private int seed() {
    return Amount.whole("--seed", seed == null ? DEFAULT_SEED : seed, 0, Integer.MAX_VALUE);
  }

  private static void refuseWithFile(String option, String value) {
    refuseIf(
        value != null,
        option + " is for generated workloads; " + Workload.WORDCOUNT.spelled() + " sends FILE");
  }
}
