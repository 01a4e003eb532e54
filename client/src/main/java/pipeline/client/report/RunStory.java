package pipeline.client.report;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import pipeline.wire.page.HtmlPage;

/**
 * What became of a run in the whole pipeline: the report of {@code --report} begins with it. The
 * client knows its requests only, so whoever ran the pipeline tells this once the counts are
 * proved.
 *
 * @param command with which the run was begun, as {@link #command} gives it
 * @param broker product and version
 * @param exact whether the counts are what they must be
 * @param lines that were sent
 * @param lost how many of them were not counted; negative if some were counted again
 * @param pauseMillis how long no line was confirmed around the kills; null if nothing was killed
 * @param latencies of each consumer, as it reports them
 */
public record RunStory(
    String command,
    int servers,
    int consumers,
    String broker,
    boolean exact,
    long lines,
    long lost,
    List<Kill> kills,
    Double pauseMillis,
    List<String> latencies) {
  private static final String BEGIN = "<script type=\"application/json\" id=\"story\">";

  /** A process that was killed, and when by the wall clock. */
  public record Kill(String process, long epochMillis) {}

  /** A command line, quoted so that it can be pasted into a shell. */
  public static String command(String program, List<String> arguments) {
    return arguments.stream()
        .map(a -> a.matches("[\\w./:,=@%+-]+") ? a : "'" + a.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" ", program + " ", ""));
  }

  /** Adds the story to a report that the client has written. */
  public void addTo(Path report) throws IOException {
    String json = JSON.std.with(JSON.Feature.WRITE_NULL_PROPERTIES).asString(this);
    String page = Files.readString(report);
    Files.writeString(report, page.replace(BEGIN + "null", BEGIN + HtmlPage.insideScript(json)));
  }
}
