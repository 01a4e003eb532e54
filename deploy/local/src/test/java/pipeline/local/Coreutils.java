package pipeline.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** What the counts must be, by programs that share no code with ours. */
final class Coreutils {
  private static final String COUNTS =
      "LC_ALL=C tr -s ' \\t\\n\\v\\f\\r' '\\n' < \"$1\" | LC_ALL=C grep -a -v '^$' | LC_ALL=C sort"
          + " | LC_ALL=C uniq -c | sed -E 's/^ *([0-9]+) /\\1\\t/'";

  private Coreutils() {}

  /** Writes the counts of {@code text}'s words as the consumer's dump has them. */
  static void writeCounts(Path text, Path counts) throws IOException, InterruptedException {
    Process shell =
        new ProcessBuilder("bash", "-c", "set -o pipefail; " + COUNTS, "bash", text.toString())
            .redirectOutput(counts.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (!shell.waitFor(60, TimeUnit.SECONDS) || shell.exitValue() != 0) {
      throw new AssertionError("coreutils did not count " + text);
    }
  }
}
