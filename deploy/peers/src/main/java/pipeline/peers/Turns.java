package pipeline.peers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** In which order the sides take part in a round: each round another is first. */
final class Turns {
  private Turns() {}

  /**
   * @param round from 0
   */
  static <T> List<T> of(List<T> sides, int round) {
    List<T> turned = new ArrayList<>(sides);
    Collections.rotate(turned, -(round % Math.max(1, sides.size())));
    return turned;
  }
}
