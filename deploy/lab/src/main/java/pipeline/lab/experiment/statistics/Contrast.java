package pipeline.lab.experiment.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Design;
import pipeline.lab.experiment.design.Factor;

/**
 * A level of a factor against its base level: pairs of cells that differ in nothing else, by their
 * places in the design.
 */
record Contrast(Factor factor, String level, List<int[]> pairs) {

  /** The contrasts of every level of every varied factor, in order. */
  static List<Contrast> all(Design design, Map<Cell, Integer> places) {
    List<Contrast> all = new ArrayList<>();
    for (Factor factor : design.varied()) {
      factor.levels().stream().skip(1).map(level -> of(factor, level, places)).forEach(all::add);
    }
    return all;
  }

  private static Contrast of(Factor factor, String level, Map<Cell, Integer> places) {
    List<int[]> pairs = new ArrayList<>();
    places.forEach(
        (cell, place) -> {
          Integer other = places.get(cell.with(factor.name(), factor.base()));
          if (cell.level(factor.name()).equals(level) && other != null) {
            pairs.add(new int[] {place, other});
          }
        });
    return new Contrast(factor, level, pairs);
  }

  String what() {
    return "%s %s vs %s".formatted(factor.name(), level, factor.base());
  }

  /** The levels of the other factors in a pair, such as {@code with threads 128}. */
  String where(Design design, int[] pair) {
    Cell cell = design.cells().get(pair[0]);
    return design.varied().stream()
        .filter(each -> !each.equals(factor))
        .map(each -> each.name() + " " + cell.level(each.name()))
        .collect(Collectors.joining(", ", "with ", ""));
  }
}
