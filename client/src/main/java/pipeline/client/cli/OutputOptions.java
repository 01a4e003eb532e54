package pipeline.client.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import pipeline.client.broker.BrokerAddress;
import pipeline.client.input.BadInputException;
import pipeline.client.report.Expectation;
import pipeline.client.report.OutputConfig;

/** The part of the command line that says what is written besides the block. */
public final class OutputOptions {
  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description =
          "Write a row for each request: start_ms,type,latency_ms,code; with --lines-per-request also"
              + " lines.")
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
        "Watch the broker by RabbitMQ's Prometheus plugin (http://localhost:15692; nodes of a cluster"
            + " with commas) or its management API (http://localhost:15672). amqp://localhost:5672"
            + " tries both at their usual ports, then AMQP."
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
   */
  public OutputConfig toConfig(String defaultQueue, int linesPerRequest) throws BadInputException {
    return new OutputConfig(
        writable("--csv", csv),
        writable("--json", json),
        writable("--hgrm", hgrm),
        writable("--hlog", hlog),
        writable("--report", report),
        expect == null ? List.of() : Expectation.parseAll(expect),
        brokerApi == null ? Optional.empty() : Optional.of(BrokerAddress.parse(brokerApi)),
        queue == null ? defaultQueue : queue,
        linesPerRequest);
  }

  /** Told before the run, not after an hour of it. */
  private static Optional<Path> writable(String option, Path file) throws BadInputException {
    if (file == null) {
      return Optional.empty();
    }
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new BadInputException(option + " " + file + ": no such folder");
    }
    if (Files.isDirectory(file)) {
      throw new BadInputException(option + " " + file + ": is a directory, not a file");
    }
    if (!Files.isWritable(Files.exists(file) ? file : folder)) {
      throw new BadInputException(option + " " + file + ": permission denied");
    }
    return Optional.of(file);
  }
}
