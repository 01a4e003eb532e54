package pipeline.client.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import pipeline.client.broker.WatchedBroker;
import pipeline.client.input.BadInputException;
import pipeline.client.report.Expectation;
import pipeline.client.report.OutputConfig;
import pipeline.wire.process.OutputFile;

/** The part of the command line that says what is written besides the block. */
public final class OutputOptions {
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
      description = "Write every number as JSON, with histograms and a series by second.")
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
        "Watch the broker by RabbitMQ's management API there: http://localhost:15672; nodes of a"
            + " cluster with commas."
      })
  private String brokerApi;

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description = "The queue to watch (default: the workload's; of swipes swipes.counts).")
  private String queue;

  private NamedFiles named = new NamedFiles(List.of());

  /** Names the files that are read, none of which may be an output too. */
  void beside(List<String> inputs) {
    named = new NamedFiles(inputs);
  }

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
        named.output("--csv", csv),
        named.output("--json", json),
        percentiles(steps),
        named.output("--hlog", hlog),
        named.output("--report", report),
        expect == null ? List.of() : Expectation.parseAll(expect),
        brokerApi == null ? List.of() : WatchedBroker.apis(brokerApi),
        queue == null ? defaultQueue : queue,
        linesPerRequest);
  }

  /**
   * The percentile files, one for each step, or one for all where a pipe or a device takes them.
   */
  private List<OutputFile> percentiles(int steps) throws BadInputException {
    List<OutputFile> files = new ArrayList<>();
    named.output("--hgrm", hgrm).ifPresent(files::add);
    for (int step = 2; !files.isEmpty() && files.get(0).isRegular() && step <= steps; step++) {
      named.output("--hgrm", ofStep(hgrm, step)).ifPresent(files::add);
    }
    return files;
  }

  /** The name of a later step's file, with its number before the extension: {@code a-2.hgrm}. */
  private static Path ofStep(Path file, int step) {
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    int end = dot > 0 ? dot : name.length();
    return file.resolveSibling(name.substring(0, end) + "-" + step + name.substring(end));
  }
}
