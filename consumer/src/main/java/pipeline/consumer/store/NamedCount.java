package pipeline.consumer.store;

import java.util.Comparator;

/**
 * A counted number at one moment.
 *
 * @param name a word; in other workloads the number's own name, or TABLE/ROW, or SET/MEMBER
 */
public record NamedCount(String name, long count) {
  private static final int MAX_SHOWN = 80;

  /** The order of counts from the highest, equal ones by name. */
  public static final Comparator<NamedCount> HIGHEST_FIRST =
      Comparator.comparingLong(NamedCount::count).reversed().thenComparing(NamedCount::name);

  /** The name for a person to read: its first 80 characters, and a sign that there are more. */
  public String shownName() {
    if (name.length() <= MAX_SHOWN) {
      return name;
    }
    boolean splitsPair = Character.isHighSurrogate(name.charAt(MAX_SHOWN - 1));
    return name.substring(0, splitsPair ? MAX_SHOWN - 1 : MAX_SHOWN) + "…";
  }

  /**
   * The order of names by their UTF-8 bytes, which is that of their code points: that of their
   * chars but for surrogates, whose code points lie above all others.
   */
  public static int compareNames(String a, String b) {
    int common = Math.min(a.length(), b.length());
    for (int i = 0; i < common; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean sameKind = Character.isSurrogate(x) == Character.isSurrogate(y);
        return sameKind ? Character.compare(x, y) : Character.isSurrogate(x) ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }
}
