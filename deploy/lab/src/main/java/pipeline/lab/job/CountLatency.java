package pipeline.lab.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a consumer's report says of the time from published to counted. */
final class CountLatency {
  private static final Pattern LINE =
      Pattern.compile(
          "(?m)^latency (lines=\\d+ p50=[\\d.]+ms p99=[\\d.]+ms max=[\\d.]+ms)(?![^\\r\\n])");

  /** The place for it in the client's report, which is written before the consumers end. */
  private static final String PLACE = "<!-- from published to counted -->";

  private CountLatency() {}

  /** The latencies since the consumer's last start; empty if it has recorded none. */
  static Optional<String> in(String said) {
    String last = null;
    for (Matcher found = LINE.matcher(said); found.find(); ) {
      last = found.group(1);
    }
    return Optional.ofNullable(last);
  }

  /** Adds lines, which have no markup, to the client's report. */
  static void addTo(Path report, List<String> lines) throws IOException {
    String paragraphs =
        lines.stream().map(line -> "<p>" + line + "</p>\n").collect(Collectors.joining());
    Files.writeString(report, Files.readString(report).replace(PLACE, paragraphs));
  }
}
