package pipeline.client.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine.Option;
import pipeline.client.broker.BrokerAddress;
import pipeline.client.input.BadInputException;
import pipeline.client.report.Expectation;
import pipeline.client.report.OutputConfig;
import pipeline.wire.process.OutputFile;

/** The part of the command line that says what is written besides the block. */
public final class OutputOptions {
  private static final String INPUT = "FILE";

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description =
          "Write a row for each request: start_ms,type,latency_ms,code; with --lines-per-request"
              + " also lines.")
  private Path csv;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write every number as JSON, with a series by second; see compare.")
  private Path json;

  @Option(
      names = "--hgrm",
      paramLabel = "FILE",
      description = "Write HdrHistogram percentiles; FILE-2 for the second step.")
  private Path hgrm;

  @Option(
      names = "--hlog",
      paramLabel = "FILE",
      description = "Write an HdrHistogram interval log, a histogram a second.")
  private Path hlog;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = {
        "Write one HTML file with charts and tables. Also watches the broker of RABBITMQ_URL."
      })
  private Path report;

  @Option(
      names = "--expect",
      paramLabel = "LIST",
      description = "Exit with 1 unless this holds for every step: 'p99<50ms,errors=0'.")
  private String expect;

  @Option(
      names = "--broker-api",
      paramLabel = "URL",
      description = {
        "Watch the broker by RabbitMQ's management API (http://localhost:15672; nodes of a cluster"
            + " with commas). amqp://localhost:5672 tries it at its usual port, then AMQP."
      })
  private String brokerApi;

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description = "The queue to watch (default: the workload's; of swipes swipes.counts).")
  private String queue;

  /**
   * Checks what was typed.
   *
   * @param defaultQueue the queue to watch unless another was named
   * @param linesPerRequest how many lines a request carries
   * @param steps how many steps the run has
   */
  public OutputConfig toConfig(String defaultQueue, int linesPerRequest, int steps)
      throws BadInputException {
    return new OutputConfig(
        writable("--csv", csv),
        writable("--json", json),
        percentiles(steps),
        writable("--hlog", hlog),
        writable("--report", report),
        expect == null ? List.of() : Expectation.parseAll(expect),
        brokerApi == null ? Optional.empty() : Optional.of(BrokerAddress.parse(brokerApi)),
        queue == null ? defaultQueue : queue,
        linesPerRequest);
  }

  /**
   * Refuses a file that is written twice, or sent and replaced.
   *
   * @param input the file that is sent, if one is
   */
  void refuseSharedFiles(Optional<String> input) throws BadInputException {
    refuseShared(input.stream().toList(), files());
  }

  /** As {@link #refuseSharedFiles}, for several files that are read and any options. */
  static void refuseShared(List<String> inputs, Map<String, Path> options)
      throws BadInputException {
    Map<String, Path> taken = new LinkedHashMap<>();
    for (String input : inputs) {
      taken.put(taken.isEmpty() ? INPUT : INPUT + " " + (taken.size() + 1), Path.of(input));
    }
    for (Map.Entry<String, Path> option : options.entrySet()) {
      OutputFile file = OutputFile.named(option.getKey(), option.getValue());
      for (Map.Entry<String, Path> other : taken.entrySet()) {
        boolean isOutput = !other.getKey().startsWith(INPUT);
        boolean isSame =
            isOutput && file.takesStandardOutput() && option.getValue().equals(other.getValue());
        if (isSame || file.replaces(other.getValue())) {
          throw new BadInputException(
              option.getKey() + " " + file + ": is the file of " + other.getKey() + " too");
        }
      }
      taken.put(option.getKey(), option.getValue());
    }
  }

  /** The files that are named, by option. */
  private Map<String, Path> files() {
    Map<String, Path> files = new LinkedHashMap<>();
    files.put("--csv", csv);
    files.put("--json", json);
    files.put("--hgrm", hgrm);
    files.put("--hlog", hlog);
    files.put("--report", report);
    files.values().removeIf(Objects::isNull);
    return files;
  }

  /**
   * The percentile files, one for each step. A pipe or a device takes all steps, since no other
   * file has its name.
   */
  private List<OutputFile> percentiles(int steps) throws BadInputException {
    List<OutputFile> files = new ArrayList<>();
    Optional<OutputFile> first = writable("--hgrm", hgrm);
    first.ifPresent(files::add);
    for (int step = 2; first.isPresent() && first.get().isRegular() && step <= steps; step++) {
      writable("--hgrm", ofStep(hgrm, step)).ifPresent(files::add);
    }
    return files;
  }

  /**
   * The name of a step's file. The first step has the file as named, the ones after it their number
   * before the extension: {@code a.hgrm}, {@code a-2.hgrm}, ...
   */
  private static Path ofStep(Path file, int step) {
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    int end = dot > 0 ? dot : name.length();
    return file.resolveSibling(name.substring(0, end) + "-" + step + name.substring(end));
  }

  /** Checks that a file can be written, so that the user learns of it before the run. */
  static Optional<OutputFile> writable(String option, Path file) throws BadInputException {
    return BadInputException.checked(
        () -> Optional.ofNullable(file).map(named -> OutputFile.named(option, named)));
  }
}
