package pipeline.client.report;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import pipeline.client.broker.BrokerAddress;

/**
 * What a run writes besides the block: files, expectations, figures of the broker. Checked and
 * immutable.
 *
 * @param queue the queue to watch at the broker
 * @param linesPerRequest if more than one, lines are reported beside requests
 */
public record OutputConfig(
    Optional<Path> csv,
    Optional<Path> json,
    Optional<Path> hgrm,
    Optional<Path> hlog,
    Optional<Path> report,
    List<Expectation> expectations,
    Optional<BrokerAddress> broker,
    String queue,
    int linesPerRequest) {

  boolean wantsSeconds() {
    return json.isPresent() || report.isPresent() || hlog.isPresent();
  }
}
