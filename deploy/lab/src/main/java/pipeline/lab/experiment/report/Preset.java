package pipeline.lab.experiment.report;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import pipeline.lab.experiment.analysis.Cell;
import pipeline.lab.experiment.analysis.Metric;

/**
 * Experiments that redo a published report, or a bench: read from a resource file such as {@code
 * r1.json}. Immutable.
 *
 * @param name of the file, without its ending
 * @param title what the report measured
 * @param question the question its figures answer, one sentence
 * @param differs how our set-up differs from the report's; of a bench, what its tables show
 * @param grids its experiments, in order
 */
public record Preset(String name, String title, String question, String differs, List<Grid> grids) {
  /** The names of those that redo a report. */
  public static final List<String> REPORTS = List.of("r1", "r2", "r3", "r4", "r5");

  /** The names of the benches of {@code deploy/bench}, in the order that it runs them in. */
  public static final List<String> BENCHES =
      List.of("pipeline", "server", "safety", "bulk", "consumer", "footprint", "growth", "link");

  public static final List<String> NAMES =
      Stream.concat(REPORTS.stream(), BENCHES.stream()).toList();

  public Preset {
    grids = List.copyOf(grids);
  }

  /**
   * Reads the resource file.
   *
   * @param name one of {@link #NAMES}
   */
  public static Preset named(String name) {
    try (InputStream in = Preset.class.getResourceAsStream(name + ".json")) {
      return JSON.std.beanFrom(Preset.class, in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the preset redoes a report, whose published figures stand beside ours. */
  public boolean isReport() {
    return REPORTS.contains(name);
  }

  /** The experiments of a quick or a full run. */
  public List<Grid> grids(boolean quick) {
    return grids.stream().filter(grid -> !grid.arguments(quick).isEmpty()).toList();
  }

  /**
   * One experiment of a preset, as its file has it. Immutable.
   *
   * @param name of its directory
   * @param about what to look at, in a sentence or two
   * @param full the arguments of {@code deploy/experiment}, from the root of the checkout
   * @param quick the arguments of a short run, where they are others; empty if it is left out of
   *     that
   * @param published what the report has for these cells
   * @param measured metrics that are shown without any figures of the report's
   * @param plots the metrics that are drawn
   * @param serverThreads with which to predict the rates from that of one client thread; 0 for no
   *     prediction
   */
  public record Grid(
      String name,
      String title,
      String about,
      String full,
      String quick,
      Published published,
      List<Metric> measured,
      List<Metric> plots,
      int serverThreads) {
    private static final Pattern WORD = Pattern.compile("'([^']*)'|\\S+");

    /** Takes nothing for what is left out of the file. */
    public Grid {
      quick = Objects.requireNonNullElse(quick, full);
      published = Objects.requireNonNullElse(published, Published.NOTHING);
      measured = List.copyOf(Objects.requireNonNullElse(measured, List.of()));
      plots = List.copyOf(Objects.requireNonNullElse(plots, List.of()));
    }

    /** The arguments of a short or of a whole run. */
    public List<String> arguments(boolean isQuick) {
      return words(isQuick ? quick : full);
    }

    /** Splits arguments as a shell does: the text in a pair of quotes is one word. */
    static List<String> words(String arguments) {
      return WORD.matcher(arguments)
          .results()
          .map(word -> word.group(1) == null ? word.group() : word.group(1))
          .toList();
    }
  }

  /**
   * The figures of a report as it has them, found by the levels of some factors. Immutable.
   *
   * @param keys the factors; the first one is drawn from left to right
   * @param columns what there are figures of
   * @param rows the levels of the keys, then a figure for each column
   */
  public record Published(List<String> keys, List<Metric> columns, List<List<String>> rows) {
    /** No figures at all, for a bench, which redoes no report. */
    static final Published NOTHING = new Published(List.of(), List.of(), List.of());

    /** The text that stands for a figure that the report does not have. */
    public static final String NONE = "-";

    /**
     * A figure as reports print it, such as {@code 5,171}, {@code about 4,800}, {@code 20k}, {@code
     * 2-5} or {@code 1,700 at most}.
     */
    private static final Pattern FIGURE =
        Pattern.compile("(?:about )?(\\d[\\d,.]*)(?:-(\\d[\\d,.]*))?(k?)(?: at (?:minimum|most))?");

    private static final double THOUSAND = 1_000;

    public Published {
      keys = List.copyOf(keys);
      columns = List.copyOf(columns);
      rows = rows.stream().map(List::copyOf).toList();
    }

    /** The report's figure for a cell, by its levels of the keys; {@link #NONE} if it has none. */
    public String figure(Cell cell, Metric column) {
      List<String> levels = keys.stream().map(cell::level).toList();
      return rows.stream()
          .filter(row -> columns.contains(column) && row.subList(0, keys.size()).equals(levels))
          .map(row -> row.get(keys.size() + columns.indexOf(column)))
          .findFirst()
          .orElse(NONE);
    }

    /** The number in a figure, or the middle of a range; empty if the figure has none. */
    public static OptionalDouble number(String figure) {
      Matcher parts = FIGURE.matcher(figure);
      if (!parts.matches()) {
        return OptionalDouble.empty();
      }
      double from = parse(parts.group(1));
      double to = parts.group(2) == null ? from : parse(parts.group(2));
      return OptionalDouble.of((from + to) / 2 * (parts.group(3).isEmpty() ? 1 : THOUSAND));
    }

    private static double parse(String digits) {
      return Double.parseDouble(digits.replace(",", ""));
    }
  }
}
