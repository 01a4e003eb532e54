package pipeline.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import pipeline.testkit.process.ChildProcess;

/**
 * What counts must be, by programs that share no line of code with ours: coreutils for a text,
 * {@code oracle.py} for generated requests. Immutable.
 *
 * @param root the checkout, whose {@code deploy/lib} counts
 * @param scratch a folder for what is sorted
 */
public record Oracle(Path root, Path scratch) {
  private static final String SCRIPT =
      "set -euo pipefail; source \"$0/common.sh\"; source \"$0/oracle.sh\"; \"$@\"";

  /** How many lines of a text are posted: all but the empty ones. */
  public long lines(Path text) throws IOException, InterruptedException {
    return Long.parseLong(coreutils("line_count", text.toString()).strip());
  }

  /** Writes the first lines that are posted, as a text of their own. */
  public void head(Path text, long lines, Path target) throws IOException, InterruptedException {
    coreutils("first_lines", text.toString(), Long.toString(lines), target.toString());
  }

  /**
   * Writes how often each word is in that many posted lines of a text, read over and over.
   *
   * @return lines, words and distinct words
   */
  public String expectWords(Path text, long lines, Path target)
      throws IOException, InterruptedException {
    return coreutils(
            "expect_words",
            text.toString(),
            Long.toString(lines),
            scratch.toString(),
            target.toString())
        .strip();
  }

  /**
   * Writes the counts of generated requests.
   *
   * @param counter the consumers' workload
   */
  public void expectRequests(String counter, long requests, long seed, Path target)
      throws IOException, InterruptedException {
    Files.writeString(target, generated(counter, requests, seed));
  }

  /** The totals of generated requests, in a line. */
  public String totals(String counter, long requests, long seed)
      throws IOException, InterruptedException {
    return generated(counter, requests, seed, "--totals").strip();
  }

  private String generated(String counter, long requests, long seed, String... options)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of("python3", root.resolve("deploy/lib/oracle.py").toString()));
    command.addAll(List.of(counter, "--requests", Long.toString(requests)));
    command.addAll(List.of("--seed", Long.toString(seed)));
    command.addAll(List.of(options));
    return run(command);
  }

  /** The words that a file of counts has most often. */
  public List<String> topTen(Path counts) throws IOException, InterruptedException {
    return coreutils("top_ten", counts.toString()).lines().toList();
  }

  /** The first differences of two files of counts. */
  public String differences(Path expected, Path counted) throws IOException, InterruptedException {
    return coreutils("differences", expected.toString(), counted.toString()).stripTrailing();
  }

  private String coreutils(String function, String... operands)
      throws IOException, InterruptedException {
    String library = root.resolve("deploy/lib").toString();
    List<String> command = new ArrayList<>(List.of("bash", "-c", SCRIPT, library, function));
    command.addAll(List.of(operands));
    return run(command);
  }

  /** Runs a program to its end, however long that takes for a long text. */
  private String run(List<String> command) throws IOException, InterruptedException {
    Path output = Files.createTempFile(scratch, "oracle", ".out");
    try (ChildProcess program =
        ChildProcess.startShown("oracle", new ProcessBuilder(command), output)) {
      int status = program.awaitEnd();
      if (status != 0) {
        throw new IOException("the oracle ended with exit code " + status);
      }
      return program.out();
    } finally {
      Files.delete(output);
    }
  }

  /** Reads {@code count<TAB>word} lines, as oracles and consumers write them. */
  public static Map<String, Long> read(Path counts) throws IOException {
    Map<String, Long> words = new HashMap<>();
    // not String.lines(): a word may hold characters that it ends a line at
    for (String line : Files.readString(counts).split("\n", -1)) {
      int tab = line.indexOf('\t');
      if (tab > 0) {
        words.merge(line.substring(tab + 1), Long.valueOf(line.substring(0, tab)), Long::sum);
      }
    }
    return words;
  }
}
