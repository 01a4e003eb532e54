package pipeline.lab.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pipeline.rig.Proof;
import pipeline.rig.Rig;
import pipeline.wire.process.Console;

/**
 * Two runs of a text with the same kills, one of each design, and what came of them side by side.
 * Used by one thread.
 */
final class BothDesigns {
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
    try (JobRun.Directory directory = JobRun.Directory.create(both, root)) {
      int code = 1;
      List<Map<String, String>> columns = new ArrayList<>();
      for (String design : List.of("exact", "reference")) {
        screen.out().println("design: " + design);
        Path out = directory.path().resolve(design);
        List<String> own = new ArrayList<>(List.of(args));
        own.replaceAll(each -> each.equals(both.given) ? both.file : each);
        own.addAll(List.of("--design", design, "--out", out.toString()));
        JobRun.Outcome outcome =
            JobRun.run(Arguments.parse(own.toArray(String[]::new)), root, screen);
        if (outcome.code() == Rig.BAD_INPUT) {
          return Rig.BAD_INPUT;
        }
        columns.add(column(design, outcome, Files.readString(out.resolve("client.txt"))));
        code = design.equals("exact") ? outcome.code() : code;
        screen.out().println();
      }
      Map<String, String> reference = columns.get(1);
      columns
          .get(0)
          .forEach(
              (row, exact) ->
                  screen.out().printf("%-14s %12s %12s%n", row, exact, reference.get(row)));
      return code;
    }
  }

  /** What came of a run, by the heads of the rows. */
  private static Map<String, String> column(String design, JobRun.Outcome outcome, String said) {
    Proof.Losses words = outcome.losses().words().orElseThrow();
    Matcher throughput = THROUGHPUT.matcher(said);
    Map<String, String> column = new LinkedHashMap<>();
    column.put("", design);
    column.put("counts", outcome.code() == 0 ? "EXACT" : "WRONG");
    column.put("lines sent", Console.grouped(outcome.lines()));
    column.put("lines lost", Console.grouped(outcome.losses().lines().missing()));
    column.put("words lost", Console.grouped(words.lost()));
    column.put("words doubled", Console.grouped(words.doubled()));
    column.put(
        "lines a second",
        throughput.find() ? number("%,.2f", Double.parseDouble(throughput.group(1))) : "-");
    column.put(
        "ms of pause", outcome.pauses().map(pauses -> number("%,.0f", pauses.after())).orElse("-"));
    return column;
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
