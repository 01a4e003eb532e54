package pipeline.client.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import pipeline.wire.page.HtmlPage;

/**
 * What became of a run in the whole pipeline: the report of {@code --report} begins with it. The
 * client knows its requests only, so whoever ran the pipeline tells this once the counts are
 * proved.
 *
 * @param program which the run was begun with, as typed
 * @param arguments of that program
 * @param broker product and version
 * @param exact whether the counts are what they must be
 * @param lines that were sent
 * @param lost how many of them were not counted; negative if some were counted again
 * @param pauseMillis how long no line was confirmed around the kills; empty if nothing was killed
 * @param latencies of each consumer, as it reports them
 */
public record RunStory(
    String program,
    List<String> arguments,
    int servers,
    int consumers,
    String broker,
    boolean exact,
    long lines,
    long lost,
    List<Kill> kills,
    OptionalDouble pauseMillis,
    List<String> latencies) {
  private static final String BEGIN = "<script type=\"application/json\" id=\"story\">";

  /** A process that was killed, and when by the wall clock. */
  public record Kill(String process, long epochMillis) {
    private JsonObject json() {
      return new JsonObject().with("process", process).with("epochMillis", epochMillis);
    }
  }

  /** Adds the story to a report that the client has written. */
  public void addTo(Path report) throws IOException {
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    new JsonObject()
        .with("command", ResultJson.command(program, arguments))
        .with("servers", servers)
        .with("consumers", consumers)
        .with("broker", broker)
        .with("exact", exact)
        .with("lines", lines)
        .with("lost", lost)
        .with("kills", kills.stream().map(Kill::json).toList())
        .with("pauseMillis", pauseMillis)
        .with("latencies", latencies)
        .write(json);
    String story = HtmlPage.insideScript(json.toString(StandardCharsets.UTF_8));
    Files.writeString(report, Files.readString(report).replace(BEGIN + "null", BEGIN + story));
  }
}
