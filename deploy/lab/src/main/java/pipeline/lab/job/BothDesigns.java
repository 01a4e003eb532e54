package pipeline.lab.job;

import java.io.IOException;
import java.io.PrintWriter;
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
      List<Column> columns = new ArrayList<>();
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
        columns.add(Column.of(design, outcome, Files.readString(out.resolve("client.txt"))));
        screen.out().println();
      }
      print(columns, screen.out());
      return columns.get(0).outcome.code();
    }
  }

  private record Column(String design, JobRun.Outcome outcome, String throughput) {
    static Column of(String design, JobRun.Outcome outcome, String said) {
      Matcher throughput = THROUGHPUT.matcher(said);
      return new Column(
          design,
          outcome,
          throughput.find()
              ? String.format(Locale.ROOT, "%,.2f", Double.parseDouble(throughput.group(1)))
              : "-");
    }

    String counts() {
      return outcome.code() == 0 ? "EXACT" : "WRONG";
    }

    String pause() {
      return outcome
          .pauses()
          .map(pauses -> String.format(Locale.ROOT, "%,.0f", pauses.after()))
          .orElse("-");
    }
  }

  private static void print(List<Column> columns, PrintWriter out) {
    Judgement.TextLosses exact = columns.get(0).outcome.losses();
    Judgement.TextLosses reference = columns.get(1).outcome.losses();
    row(out, "", columns.get(0).design, columns.get(1).design);
    row(out, "counts", columns.get(0).counts(), columns.get(1).counts());
    row(out, "lines sent", exact.lines(), reference.lines());
    row(out, "lines lost", exact.lostLines(), reference.lostLines());
    row(out, "words lost", exact.words().lost(), reference.words().lost());
    row(out, "words doubled", exact.words().doubled(), reference.words().doubled());
    row(out, "lines a second", columns.get(0).throughput, columns.get(1).throughput);
    row(out, "ms of pause", columns.get(0).pause(), columns.get(1).pause());
  }

  private static void row(PrintWriter out, String name, Object exact, Object reference) {
    out.printf("%-14s %12s %12s%n", name, grouped(exact), grouped(reference));
  }

  private static Object grouped(Object cell) {
    return cell instanceof Long number ? Console.grouped(number) : cell;
  }
}
