package pipeline.lab.experiment.analysis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The cells of an experiment. Immutable.
 *
 * @param factors in the order of the columns
 * @param cells the base first, none twice
 */
public record Design(List<Factor> factors, List<Cell> cells) {
  /** The role of a launch in its block. */
  public enum Role {
    /** The cell that all others are compared with. */
    BASE,
    /** The base again: its difference from the base is noise. */
    CONTROL,
    /** A cell other than the base. */
    CELL
  }

  /**
   * One launch to make.
   *
   * @param block from 0
   * @param position in the block, from 0
   */
  public record Slot(int block, int position, Role role, Cell cell) {}

  /** The most cells that a design may have: an experiment with more would not end. */
  private static final long MAX_CELLS = 1_000;

  /**
   * Every combination of levels.
   *
   * @throws IllegalArgumentException there are too many, in one line
   */
  public static Design allCombinations(List<Factor> factors) {
    long number =
        factors.stream().mapToLong(factor -> factor.levels().size()).reduce(1, (a, b) -> a * b);
    if (number > MAX_CELLS) {
      throw new IllegalArgumentException(
          number + " combinations, but at most " + MAX_CELLS + "; --one-at-a-time needs fewer");
    }
    List<Cell> cells = List.of(base(factors));
    for (Factor factor : factors) {
      List<Cell> more = new ArrayList<>();
      for (Cell cell : cells) {
        factor.levels().forEach(level -> more.add(cell.with(factor.name(), level)));
      }
      cells = more;
    }
    return new Design(List.copyOf(factors), List.copyOf(cells));
  }

  /** The base, and each other level of each factor with all else as in the base. */
  public static Design oneAtATime(List<Factor> factors) {
    Cell base = base(factors);
    Set<Cell> cells = new LinkedHashSet<>(List.of(base));
    for (Factor factor : factors) {
      factor.levels().forEach(level -> cells.add(base.with(factor.name(), level)));
    }
    return new Design(List.copyOf(factors), List.copyOf(cells));
  }

  private static Cell base(List<Factor> factors) {
    Map<String, String> levels = new LinkedHashMap<>();
    factors.forEach(factor -> levels.put(factor.name(), factor.base()));
    return new Cell(levels);
  }

  /** The cell that the others are compared with: the first level of each factor. */
  public Cell base() {
    return cells.get(0);
  }

  /** The factor of that name, which must be one of them. */
  public Factor factor(String name) {
    return factors.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }

  /** The factors with more than one level. */
  public List<Factor> varied() {
    return factors.stream().filter(Factor::isVaried).toList();
  }

  /** Whether several factors vary, but no cell differs from the base in more than one. */
  public boolean isOneAtATime() {
    return varied().size() > 1 && cells.stream().allMatch(cell -> changed(cell).size() <= 1);
  }

  /** The levels in which a cell differs from the base, such as {@code confirm none}. */
  public List<String> changed(Cell cell) {
    return varied().stream()
        .map(Factor::name)
        .filter(name -> !cell.level(name).equals(base().level(name)))
        .map(name -> name + " " + cell.level(name))
        .toList();
  }

  /** The label of a cell: its levels of the varied factors. */
  public String label(Cell cell) {
    List<Factor> varied = varied();
    return varied.isEmpty()
        ? "base"
        : varied.stream()
            .map(factor -> factor.name() + " " + cell.level(factor.name()))
            .collect(Collectors.joining(", "));
  }

  /**
   * The launches of the first blocks in order: randomised complete blocks. A block is every cell
   * once, and the base once more as a control, in an order drawn from the seed. The same seed makes
   * the same order, with which more blocks begin.
   */
  public List<Slot> blocks(int number, long seed) {
    // not SplittableRandom: Collections.shuffle asks for this class until Java 21
    Random random = new Random(seed);
    List<Slot> all = new ArrayList<>();
    for (int block = 0; block < number; block++) {
      List<Integer> order =
          new ArrayList<>(IntStream.rangeClosed(0, cells.size()).boxed().toList());
      Collections.shuffle(order, random);
      for (int i : order) {
        Role role = i == 0 ? Role.BASE : i == cells.size() ? Role.CONTROL : Role.CELL;
        Cell cell = role == Role.CELL ? cells.get(i) : base();
        all.add(new Slot(block, order.indexOf(i), role, cell));
      }
    }
    return all;
  }
}
