package pipeline.lab.experiment.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Design;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.statistics.Comparison.Kind;

/**
 * Two settings to compare: pairs of cells that differ in nothing else, by their places in the
 * design.
 *
 * @param factor whose levels are compared; empty for those of whole cells
 */
record Contrast(Kind kind, String factor, String what, String a, String b, List<int[]> pairs) {

  /** The contrasts of every level of every varied factor with the base level, in order. */
  static List<Contrast> factors(Design design, Map<Cell, Integer> places) {
    List<Contrast> all = new ArrayList<>();
    for (Factor factor : design.varied()) {
      for (String level : factor.levels().subList(1, factor.levels().size())) {
        String what = "%s %s vs %s".formatted(factor.name(), level, factor.base());
        List<int[]> pairs = pairs(factor, level, places);
        all.add(new Contrast(Kind.FACTOR, factor.name(), what, level, factor.base(), pairs));
      }
    }
    return all;
  }

  private static List<int[]> pairs(Factor factor, String level, Map<Cell, Integer> places) {
    List<int[]> pairs = new ArrayList<>();
    places.forEach(
        (cell, place) -> {
          Integer other = places.get(cell.with(factor.name(), factor.base()));
          if (cell.level(factor.name()).equals(level) && other != null) {
            pairs.add(new int[] {place, other});
          }
        });
    return pairs;
  }

  /** The base with itself, which is launched once more in that place. */
  static Contrast control(int place) {
    List<int[]> pair = List.of(new int[] {place, 0});
    return new Contrast(Kind.CONTROL, "", "control (A/A)", "control", "base", pair);
  }

  /** Every other cell with the base, in the order of the design. */
  static List<Contrast> cells(Design design) {
    String base = design.label(design.base());
    return IntStream.range(1, design.cells().size())
        .mapToObj(
            place -> {
              String label = design.label(design.cells().get(place));
              List<int[]> pair = List.of(new int[] {place, 0});
              return new Contrast(Kind.CELL, "", label, label, base, pair);
            })
        .toList();
  }

  /** The levels of the other factors in a pair, such as {@code with threads 128}. */
  String where(Design design, int[] pair) {
    Cell cell = design.cells().get(pair[0]);
    return design.varied().stream()
        .filter(each -> !each.name().equals(factor))
        .map(each -> each.name() + " " + cell.level(each.name()))
        .collect(Collectors.joining(", ", "with ", ""));
  }
}
