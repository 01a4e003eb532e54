package pipeline.lab.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pipeline.wire.process.Console;

/**
 * Two runs of a text with the same kills, one of each design, and what came of them side by side.
 * Used by one thread.
 */
final class BothDesigns {
  private static final int BAD_INPUT = 2;

  /** The rows of the table, of which {@link #column} has the cells. */
  private static final List<String> ROWS =
      List.of(
          "",
          "counts",
          "lines sent",
          "lines lost",
          "words lost",
          "words doubled",
          "lines a second",
          "ms of pause");

  private static final Pattern THROUGHPUT = Pattern.compile("(?m)^Throughput: (\\S+)");

  private BothDesigns() {}

  /**
   * Does the runs, each with a directory of its own in that of {@code both}.
   *
   * @param both the arguments
   * @param args the arguments as they were given
   * @return 0 if the exact design was exact; the other is not asked to be
   */
  static int run(Arguments both, String[] args, Path root, Screen screen)
      throws IOException, InterruptedException {
    try (RunDirectory directory = RunDirectory.create(both, root)) {
      int code = 1;
      List<List<String>> columns = new ArrayList<>();
      for (String design : List.of("exact", "reference")) {
        screen.out().println("design: " + design);
        Path out = directory.path().resolve(design);
        List<String> own = new ArrayList<>(List.of(args));
        own.replaceAll(each -> each.equals(both.given) ? both.file : each);
        own.addAll(List.of("--design", design, "--out", out.toString()));
        JobRun.Outcome outcome =
            JobRun.run(Arguments.parse(own.toArray(String[]::new)), root, screen);
        if (outcome.code() == BAD_INPUT) {
          return BAD_INPUT;
        }
        columns.add(column(design, outcome, Files.readString(out.resolve("client.txt"))));
        code = design.equals("exact") ? outcome.code() : code;
        screen.out().println();
      }
      for (int i = 0; i < ROWS.size(); i++) {
        List<String> exact = columns.get(0);
        List<String> reference = columns.get(1);
        screen.out().printf("%-14s %12s %12s%n", ROWS.get(i), exact.get(i), reference.get(i));
      }
      return code;
    }
  }

  private static List<String> column(String design, JobRun.Outcome outcome, String said) {
    Judgement.TextLosses losses = outcome.losses();
    Matcher throughput = THROUGHPUT.matcher(said);
    return List.of(
        design,
        outcome.code() == 0 ? "EXACT" : "WRONG",
        Console.grouped(losses.lines()),
        Console.grouped(losses.lostLines()),
        Console.grouped(losses.words().lost()),
        Console.grouped(losses.words().doubled()),
        throughput.find() ? number("%,.2f", Double.parseDouble(throughput.group(1))) : "-",
        outcome.pauses().map(pauses -> number("%,.0f", pauses.after())).orElse("-"));
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
