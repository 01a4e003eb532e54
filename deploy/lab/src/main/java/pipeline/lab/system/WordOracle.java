package pipeline.lab.system;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import pipeline.testkit.process.Tool;

/** The counts of a text by coreutils, which share no line of code with ours. */
public final class WordOracle {
  private final Path root;
  private final Path scratch;

  /**
   * @param root the checkout, whose {@code deploy/lib} counts
   * @param scratch a folder for what is sorted
   */
  public WordOracle(Path root, Path scratch) {
    this.root = root;
    this.scratch = scratch;
  }

  /** How many lines of a text are posted: all but the empty ones. */
  public long lines(Path text) throws IOException {
    return Long.parseLong(run("line_count \"$1\"", text.toString()).strip());
  }

  /** The first lines that are posted, as a text of their own. */
  public void head(Path text, long lines, Path target) throws IOException {
    run(
        "posted_lines \"$1\" | sed -n \"1,$2p\" >\"$3\"",
        text.toString(),
        Long.toString(lines),
        target.toString());
  }

  /** How often each word is in that many posted lines of a text, read over and over. */
  public Map<String, Long> counts(Path text, long lines) throws IOException {
    return parse(
        run(
            "oracle \"$1\" \"$2\" \"$3\"",
            text.toString(),
            Long.toString(lines),
            scratch.toString()));
  }

  /** Reads {@code count<TAB>word} lines, as the consumer's dump has them too. */
  public static Map<String, Long> parse(String counts) {
    Map<String, Long> words = new HashMap<>();
    // not String.lines(): a word may hold characters that it ends a line at
    for (String line : counts.split("\n", -1)) {
      int tab = line.indexOf('\t');
      if (tab > 0) {
        words.merge(line.substring(tab + 1), Long.valueOf(line.substring(0, tab)), Long::sum);
      }
    }
    return words;
  }

  private String run(String command, String... arguments) throws IOException {
    String lib = root.resolve("deploy/lib").toString();
    String script =
        "set -euo pipefail; source '%1$s/common.sh'; source '%1$s/oracle.sh'; %2$s"
            .formatted(lib, command);
    List<String> all = new ArrayList<>(List.of("bash", "-c", script, "oracle"));
    all.addAll(List.of(arguments));
    return Tool.run(Map.of(), all);
  }
}
