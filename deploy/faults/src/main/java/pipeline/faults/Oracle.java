package pipeline.faults;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The counts by coreutils, which share no line of code with ours (design.md, section 3). */
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
}
