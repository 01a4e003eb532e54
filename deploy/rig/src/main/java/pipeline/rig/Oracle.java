package pipeline.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
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
   * Writes how often each word is in posted lines of a text, read over and over.
   *
   * @param lines how many are posted; of several numbers, each begins with the first line
   * @return lines, words and distinct words
   */
  public String expectWords(Path text, Path target, long... lines)
      throws IOException, InterruptedException {
    String parts = LongStream.of(lines).mapToObj(Long::toString).collect(Collectors.joining("+"));
    return coreutils("expect_words", text.toString(), parts, scratch.toString(), target.toString())
        .strip();
  }

  /**
   * Requests that a generator makes.
   *
   * @param number how many
   */
  public record Requests(long number, long seed) {
    @Override
    public String toString() {
      return number + ":" + seed;
    }
  }

  /**
   * Writes the counts of generated requests, one after the other.
   *
   * @param counter the consumers' workload
   */
  public void expectRequests(String counter, Path target, Requests... all)
      throws IOException, InterruptedException {
    Files.writeString(target, generated(counter, all));
  }

  /** The totals of generated requests, in a line. */
  public String totals(String counter, Requests requests) throws IOException, InterruptedException {
    return generated(counter, new Requests[] {requests}, "--totals").strip();
  }

  private String generated(String counter, Requests[] all, String... options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("python3", root + "/deploy/lib/oracle.py"));
    command.add(counter);
    for (Requests each : all) {
      command.addAll(List.of("--requests", each.toString()));
    }
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
        ChildProcess.start("oracle", new ProcessBuilder(command), output, Optional.empty())) {
      int status = program.awaitEnd();
      if (status != 0) {
        throw new IOException("the oracle ended with exit code " + status);
      }
      return program.out();
    } finally {
      Files.delete(output);
    }
  }
}
