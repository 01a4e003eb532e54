package pipeline.wire.process;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

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

  /** The number of characters to insert, delete or replace (Levenshtein); 1 for a missing part. */
  private static int edits(String typed, String name) {
    if (name.startsWith(typed) || name.endsWith(typed)) {
      return name.equals(typed) ? 0 : 1;
    }
    int[] row = new int[name.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= typed.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = diagonal + (typed.charAt(i - 1) == name.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[name.length()];
  }
}
