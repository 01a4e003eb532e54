package pipeline.lab.experiment.design;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * In which order cells are launched: randomised complete blocks. A block is every cell once, and
 * the base once more as a control, in an order drawn from the seed. A block of very many cells is
 * split into parts, each with a base and a control of its own, so that a pair is never far apart in
 * time. The same seed makes the same order. Immutable.
 */
public final class Schedule {
  private final Design design;
  private final long seed;
  private final int partCells;

  /** What a launch is in its block. */
  public enum Role {
    /** What all cells of the same part are compared with. */
    BASE,
    /** The base again: its difference from the base is noise. */
    CONTROL,
    /** Any other cell. */
    CELL
  }

  /**
   * One launch to make.
   *
   * @param block from 0
   * @param part of the block, from 0
   * @param position in the block, from 0
   */
  public record Slot(int block, int part, int position, Role role, Cell cell) {}

  /**
   * @param partCells launches of a part, at most, base and control among them
   */
  public Schedule(Design design, long seed, int partCells) {
    if (partCells < 3) {
      throw new IllegalArgumentException("a part needs base, control and a cell");
    }
    this.design = design;
    this.seed = seed;
    this.partCells = partCells;
  }

  /** The launches of the first blocks; those of fewer blocks are their beginning. */
  public List<Slot> blocks(int number) {
    // not SplittableRandom: Collections.shuffle asks for this class until Java 21
    Random random = new Random(seed);
    List<Slot> all = new ArrayList<>();
    for (int block = 0; block < number; block++) {
      all.addAll(block(block, random));
    }
    return all;
  }

  /** Launches of one block. */
  public int blockSize() {
    return block(0, new Random(seed)).size();
  }

  private List<Slot> block(int block, Random random) {
    List<Cell> others = new ArrayList<>(design.cells().subList(1, design.cells().size()));
    Collections.shuffle(others, random);
    List<Slot> slots = new ArrayList<>();
    int size = partCells - 2;
    int parts = Math.max(1, (others.size() + size - 1) / size);
    for (int part = 0; part < parts; part++) {
      // parts of the same size, give or take one
      int from = others.size() * part / parts;
      int to = others.size() * (part + 1) / parts;
      List<Slot> drawn = new ArrayList<>();
      drawn.add(new Slot(block, part, 0, Role.BASE, design.base()));
      drawn.add(new Slot(block, part, 0, Role.CONTROL, design.base()));
      for (Cell cell : others.subList(from, to)) {
        drawn.add(new Slot(block, part, 0, Role.CELL, cell));
      }
      Collections.shuffle(drawn, random);
      for (Slot slot : drawn) {
        slots.add(new Slot(block, part, slots.size(), slot.role(), slot.cell()));
      }
    }
    return slots;
  }
}
