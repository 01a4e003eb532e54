package pipeline.peers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** In which order the contenders take part in a round: each round another is first. */
final class Rotation {
  private Rotation() {}

  /**
   * @param round from 0
   */
  static <T> List<T> of(List<T> contenders, int round) {
    List<T> rotated = new ArrayList<>(contenders);
    Collections.rotate(rotated, -(round % Math.max(1, contenders.size())));
    return rotated;
  }
}
