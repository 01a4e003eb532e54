package pipeline.lab.experiment.analysis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * In which order cells are launched: randomised complete blocks. A block is every cell once, and
 * the base once more as a control, in an order drawn from the seed. The same seed makes the same
 * order. Immutable.
 */
public record Schedule(Design design, long seed) {
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

  /** The launches of the first blocks; a longer schedule begins with the shorter one. */
  public List<Slot> blocks(int number) {
    // not SplittableRandom: Collections.shuffle asks for this class until Java 21
    Random random = new Random(seed);
    List<Slot> all = new ArrayList<>();
    for (int block = 0; block < number; block++) {
      all.addAll(block(block, random));
    }
    return all;
  }

  private List<Slot> block(int block, Random random) {
    List<Slot> drawn = new ArrayList<>();
    for (Cell cell : design.cells()) {
      Role role = cell.equals(design.base()) ? Role.BASE : Role.CELL;
      drawn.add(new Slot(block, 0, role, cell));
    }
    drawn.add(new Slot(block, 0, Role.CONTROL, design.base()));
    Collections.shuffle(drawn, random);
    List<Slot> slots = new ArrayList<>();
    for (Slot slot : drawn) {
      slots.add(new Slot(block, slots.size(), slot.role(), slot.cell()));
    }
    return slots;
  }
}
