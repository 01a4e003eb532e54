package pipeline.client.report;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import pipeline.wire.process.OutputFile;

/**
 * The outputs of a run besides the block: files, expectations, figures of the broker. Checked and
 * immutable.
 *
 * @param brokerApis nodes to ask for the broker's figures
 * @param queue the queue to watch at the broker
 * @param linesPerRequest if more than one, lines are reported beside requests
 */
public record OutputConfig(
    Optional<OutputFile> csv,
    Optional<OutputFile> json,
    Optional<OutputFile> report,
    List<Expectation> expectations,
    List<String> brokerApis,
    String queue,
    int linesPerRequest) {

  /** Whether one of the files is standard output, so that the block must not be printed there. */
  public boolean takesStandardOutput() {
    return Stream.of(csv.stream(), json.stream(), report.stream())
        .flatMap(files -> files)
        .anyMatch(OutputFile::takesStandardOutput);
  }
}
