package pipeline.lab.experiment.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Two settings to compare: pairs of cells that differ in nothing else.
 *
 * @param factor whose levels are compared; empty for those of whole cells
 * @param what of this comparison, such as {@code queue quorum vs classic}
 * @param a what is compared, such as {@code quorum}
 * @param b with what, such as {@code classic}
 */
public record Contrast(
    Kind kind, String factor, String what, String a, String b, List<Pair> pairs) {
  /** What stands for the base where it is launched once more. */
  static final Cell CONTROL = new Cell(Map.of());

  /** The kind of a comparison. */
  public enum Kind {
    /** The comparison of the base with itself. */
    CONTROL,
    /** The comparison of a level with its base level, over all settings of the other factors. */
    FACTOR,
    /** The comparison of a cell with the base. */
    CELL
  }

  /** A cell and the one that it is compared with. */
  record Pair(Cell cell, Cell other) {}

  /** The contrasts of every level of every varied factor with the base level, in order. */
  static List<Contrast> factors(Design design) {
    Set<Cell> cells = Set.copyOf(design.cells());
    List<Contrast> all = new ArrayList<>();
    for (Factor factor : design.varied()) {
      for (String level : factor.levels().subList(1, factor.levels().size())) {
        String what = "%s %s vs %s".formatted(factor.name(), level, factor.base());
        List<Pair> pairs =
            design.cells().stream()
                .filter(cell -> cell.level(factor.name()).equals(level))
                .map(cell -> new Pair(cell, cell.with(factor.name(), factor.base())))
                .filter(pair -> cells.contains(pair.other()))
                .toList();
        all.add(new Contrast(Kind.FACTOR, factor.name(), what, level, factor.base(), pairs));
      }
    }
    return all;
  }

  /** The base with itself. */
  static Contrast control(Design design) {
    List<Pair> pair = List.of(new Pair(CONTROL, design.base()));
    return new Contrast(Kind.CONTROL, "", "control (A/A)", "control", "base", pair);
  }

  /** Every other cell with the base, in the order of the design. */
  static List<Contrast> cells(Design design) {
    String base = design.label(design.base());
    List<Contrast> all = new ArrayList<>();
    for (Cell cell : design.cells().subList(1, design.cells().size())) {
      String label = design.label(cell);
      List<Pair> pair = List.of(new Pair(cell, design.base()));
      all.add(new Contrast(Kind.CELL, "", label, label, base, pair));
    }
    return all;
  }

  /** The levels of the other factors in a pair, such as {@code with threads 128}. */
  String where(Design design, Pair pair) {
    return design.varied().stream()
        .filter(each -> !each.name().equals(factor))
        .map(each -> each.name() + " " + pair.cell().level(each.name()))
        .collect(Collectors.joining(", ", "with ", ""));
  }
}
