package pipeline.faults.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import pipeline.testkit.process.Tool;

/**
 * The counts by coreutils or by {@code deploy/lib/oracle.py}, which share no line of code with
 * ours.
 */
final class Oracle {
  private static final String COUNT =
      "set -o pipefail; tr -s ' \\t\\n\\v\\f\\r' '\\n' < \"$1\" | grep -v '^$' | sort | uniq -c"
          + " | sed -E 's/^ *([0-9]+) /\\1\\t/' > \"$2\"";

  private Oracle() {}

  /** Writes {@code count<TAB>word} lines of all words of {@code input}, in the order of bytes. */
  static void count(Path input, Path counts) throws IOException {
    Tool.run(
        Map.of("LC_ALL", "C"),
        List.of("bash", "-c", COUNT, "oracle", input.toString(), counts.toString()));
  }

  /** Writes the counts of generated requests, by the script {@code oracle}. */
  static void generated(Path oracle, String counter, int requests, long seed, Path counts)
      throws IOException {
    String number = Integer.toString(requests);
    String from = Long.toString(seed);
    Files.writeString(
        counts,
        Tool.run("python3", oracle.toString(), counter, "--requests", number, "--seed", from));
  }
}
