package pipeline.wire.process;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.apache.commons.lang3.StringUtils;

/** Finds the name that somebody meant to type. */
public final class Nearest {
  private static final int SHORTEST = 4;
  private static final int TYPED_PER_EDIT = 3;

  private Nearest() {}

  /**
   * The name that differs least from what was typed: by one edit for each three characters at most,
   * or by a beginning or an end that is missing. Empty if there is none.
   */
  public static Optional<String> to(String typed, Collection<String> names) {
    return names.stream()
        .filter(name -> name.length() >= SHORTEST && typed.length() >= SHORTEST)
        .filter(name -> edits(typed, name) <= typed.length() / TYPED_PER_EDIT)
        .min(Comparator.comparingInt(name -> edits(typed, name)));
  }

  /** The number of characters to insert, delete or replace; 1 for a missing part. */
  @SuppressWarnings("deprecation") // its successor is in a library that is not ours
  private static int edits(String typed, String name) {
    if (name.startsWith(typed) || name.endsWith(typed)) {
      return name.equals(typed) ? 0 : 1;
    }
    return StringUtils.getLevenshteinDistance(typed, name);
  }
}
