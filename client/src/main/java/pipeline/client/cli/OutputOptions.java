package pipeline.client.cli;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;
import pipeline.client.broker.WatchedBroker;
import pipeline.client.report.Expectation;
import pipeline.client.report.Outputs;

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
      names = "--report",
      paramLabel = "FILE",
      description =
          "Write one HTML file with charts and tables. Also watches the broker of RABBITMQ_URL.")
  private Path report;

  @Option(
      names = "--expect",
      paramLabel = "LIST",
      description = "Exit with 1 unless this holds for every step: 'p99<50ms,errors=0'.")
  private String expect;

  @Option(
      names = "--broker-api",
      paramLabel = "URL",
      description =
          "Watch the broker by RabbitMQ's management API there: http://localhost:15672; nodes of"
              + " a cluster with commas.")
  private String brokerApi;

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description = "The queue to watch (default: the workload's; of swipes swipes.counts).")
  private String queue;

  /**
   * Checks what was typed.
   *
   * @param inputs the files that are read, none of which may be an output too
   * @param defaultQueue the queue to watch unless another was named
   * @param linesPerRequest how many lines a request carries
   */
  public Outputs.Config toConfig(List<String> inputs, String defaultQueue, int linesPerRequest) {
    NamedFiles named = new NamedFiles(inputs);
    return new Outputs.Config(
        named.output("--csv", csv),
        named.output("--json", json),
        named.output("--report", report),
        expect == null ? List.of() : Expectation.parseAll(expect),
        brokerApi == null ? List.of() : WatchedBroker.apis(brokerApi),
        queue == null ? defaultQueue : queue,
        linesPerRequest);
  }
}
