package pipeline.consumer.workload;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import pipeline.consumer.store.Counts;
import pipeline.consumer.store.Highest;
import pipeline.consumer.store.NamedCount;

/**
 * Figures that sum up all counts of a workload, and its highest counts. Not thread-safe.
 *
 * @param figures by name, in printing order
 * @param top the highest counts, the highest first
 */
public record Tally(Map<String, Long> figures, List<NamedCount> top) {

  /**
   * Adds up all counts in one pass.
   *
   * @param top how many of the highest are wanted
   */
  public static Tally of(Counts counts, WorkloadHandler<?> handler, int top) {
    Sums sums = new Sums();
    handler.figures().forEach(name -> sums.add(name, 0));
    Highest<NamedCount> highest = new Highest<>(top, NamedCount.HIGHEST_FIRST);
    counts.forEachCount(
        count -> {
          handler.addUp(count, sums);
          highest.add(count);
        });
    return new Tally(sums.byName, highest.list());
  }

  /** The figures while counts are added up. Not thread-safe. */
  public static final class Sums {
    private final Map<String, Long> byName = new LinkedHashMap<>();
    private String lastTable = "";

    private Sums() {}

    /** Adds to a figure. */
    public void add(String figure, long more) {
      byName.merge(figure, more, Long::sum);
    }

    /** Adds one to a figure for each table, whose rows follow each other. */
    public void addTable(String figure, String table) {
      if (!table.equals(lastTable)) {
        lastTable = table;
        add(figure, 1);
      }
    }
  }
}
