package testdata;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

/**
 * Writes a book in an invented language to standard output: {@code java Generate.java SEED}. The
 * same seed gives the same bytes on every JDK, since {@link Random} and integer arithmetic are all
 * it uses. README.md says what is in it.
 */
public final class Generate {
  private static final int BLOCKS = 600;
  private static final int LINES = 9_930;

  private final Random random;
  private final Vocabulary words;

  private Generate(long seed) {
    random = new Random(seed);
    words = new Vocabulary(random);
  }

  public static void main(String[] args) {
    if (args.length != 1 || !args[0].matches("\\d{1,18}")) {
      System.err.println("usage: java Generate.java SEED (a whole number)");
      System.exit(2);
    }
    new Generate(Long.parseLong(args[0])).write(new PrintStream(System.out, false, UTF_8));
  }

  /** Every block is followed by one empty line. */
  private void write(PrintStream out) {
    for (int lines : blockSizes()) {
      block(lines).forEach(line -> out.print(line + "\n"));
      out.print("\n");
    }
    out.flush();
  }

  /** Every twelfth block is a heading of one line; the others share the remaining lines. */
  private int[] blockSizes() {
    int[] sizes = new int[BLOCKS];
    for (int i = 0; i < LINES; i++) {
      int block = i < BLOCKS ? i : random.nextInt(BLOCKS);
      while (i >= BLOCKS && block % 12 == 0) {
        block = random.nextInt(BLOCKS);
      }
      sizes[block]++;
    }
    return sizes;
  }

  private List<String> block(int lines) {
    List<String> block = new ArrayList<>();
    if (lines == 1) {
      block.add(
          "CHAPTER " + (1 + random.nextInt(99)) + ". " + upper(sentence(1 + random.nextInt(4))));
      return block;
    }
    int kind = random.nextInt(24);
    for (int i = 1; i <= lines; i++) {
      String line =
          switch (kind) {
            case 0, 1, 2 -> "    " + sentence(2 + random.nextInt(7));
            case 3 -> "  * " + sentence(1 + random.nextInt(6));
            case 4 -> i + ".\t" + sentence(1 + random.nextInt(6));
            case 5 -> words.plain() + "\t" + random.nextInt(100) + "\t" + words.plain();
            case 6 -> setting();
            default ->
                i == lines ? sentence(1 + random.nextInt(9)) : sentence(8 + random.nextInt(13));
          };
      block.add(line + trailingBlanks());
    }
    return block;
  }

  /** Full lines have 8 to 20 words. */
  private String sentence(int length) {
    List<String> line = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      String word = random.nextInt(400) == 0 ? oddity() : words.plain();
      line.add(i == 0 ? capitalized(word) : word);
    }
    punctuate(line);
    String end = random.nextInt(3) == 0 ? "." : "";
    return String.join(random.nextInt(50) == 0 ? "  " : " ", line) + end;
  }

  /** A comma, or quotes around one word, in some of the lines. */
  private void punctuate(List<String> line) {
    int at = random.nextInt(line.size());
    switch (random.nextInt(10)) {
      case 0, 1 -> line.set(at, line.get(at) + ",");
      case 2 -> line.set(at, '"' + line.get(at) + '"');
      case 3 -> line.set(at, line.get(at) + "'s");
      default -> {}
    }
  }

  private String oddity() {
    return switch (random.nextInt(6)) {
      case 0 ->
          "https://" + words.plain() + ".example/" + words.plain() + "?q=" + random.nextInt(50);
      case 1 -> "{" + words.plain() + "=" + random.nextInt(10) + "}";
      case 2 -> "*" + words.plain() + "*";
      case 3 -> "=";
      case 4 -> Integer.toString(random.nextInt(2_000));
      default -> "--";
    };
  }

  private String setting() {
    String value = random.nextInt(2) == 0 ? "{ a, b }" : Integer.toString(random.nextInt(100));
    return "\t" + words.plain() + " = " + value + ";";
  }

  private String trailingBlanks() {
    return switch (random.nextInt(60)) {
      case 0 -> " ";
      case 1 -> "   ";
      case 2 -> "\t";
      default -> "";
    };
  }

  private static String capitalized(String word) {
    int end = word.offsetByCodePoints(0, 1);
    return upper(word.substring(0, end)) + word.substring(end);
  }

  private static String upper(String text) {
    return text.toUpperCase(Locale.ROOT);
  }

  /** Invented words; the one of rank r is drawn in proportion to 1/(r+3), nearly Zipf's law. */
  private static final class Vocabulary {
    private static final int SIZE = 2_000;
    private static final int SCALE = 100_000_000;
    private static final String[] LATIN =
        "ba be bi bo da de do fa fe ga go ha he ka ke ki la le li lo ma me mi mo na ne no pa pe ra re ri"
            .concat(
                " ro sa se si so ta te ti to tu va ve wa we ya yo an en in on th st ing er ar ul")
            .split(" ");
    private static final Alphabet ACCENTED = new Alphabet(0xe0, 23);
    private static final Alphabet[] OTHERS = {
      new Alphabet(0x3b1, 17), // Greek
      new Alphabet(0x430, 32), // Cyrillic
      new Alphabet(0x5d0, 27), // Hebrew
      new Alphabet(0x4e00, 99), // Han
      new Alphabet(0x1f600, 60), // Emoji: two chars each in Java, four bytes in UTF-8
    };

    private final List<String> byRank = new ArrayList<>();
    private final int[] weightUpTo = new int[SIZE];
    private final Random random;

    Vocabulary(Random random) {
      this.random = random;
      Set<String> distinct = new LinkedHashSet<>();
      while (distinct.size() < SIZE) {
        distinct.add(invented(distinct.size()));
      }
      byRank.addAll(distinct);
      int sum = 0;
      for (int rank = 0; rank < SIZE; rank++) {
        sum += SCALE / (rank + 3);
        weightUpTo[rank] = sum;
      }
    }

    /** Frequent words are short. */
    private String invented(int rank) {
      int syllables = 1 + (rank > 40 ? 1 : 0) + random.nextInt(rank > 600 ? 3 : 2);
      StringBuilder word = new StringBuilder();
      for (int i = 0; i < syllables; i++) {
        word.append(LATIN[random.nextInt(LATIN.length)]);
      }
      return switch (random.nextInt(40)) {
        case 0, 1 -> word.append(ACCENTED.letters(1, random)).toString();
        case 2 -> OTHERS[random.nextInt(OTHERS.length)].letters(1 + syllables, random);
        default -> word.toString();
      };
    }

    String plain() {
      int drawn = random.nextInt(weightUpTo[SIZE - 1]);
      int found = Arrays.binarySearch(weightUpTo, drawn);
      return byRank.get(found >= 0 ? found + 1 : -found - 1);
    }
  }

  /** Neighbours in Unicode. Written as numbers, since javac reads this file in any locale. */
  private record Alphabet(int first, int size) {
    String letters(int count, Random random) {
      StringBuilder letters = new StringBuilder();
      for (int i = 0; i < count; i++) {
        letters.appendCodePoint(first + random.nextInt(size));
      }
      return letters.toString();
    }
  }
}
