package pipeline.local;

import java.io.IOException;
import java.nio.file.Path;
import pipeline.testkit.process.Tool;

/** Counts words by coreutils, which share no code with our programs. */
final class Coreutils {
  private static final String COUNTS =
      "set -o pipefail; LC_ALL=C tr -s ' \\t\\n\\v\\f\\r' '\\n' < \"$1\" | LC_ALL=C grep -a -v '^$'"
          + " | LC_ALL=C sort | LC_ALL=C uniq -c | sed -E 's/^ *([0-9]+) /\\1\\t/' > \"$2\"";

  private Coreutils() {}

  /** Writes the counts of {@code text}'s words as the consumer's dump has them. */
  static void writeCounts(Path text, Path counts) throws IOException {
    Tool.run("bash", "-c", COUNTS, "bash", text.toString(), counts.toString());
  }
}
