package pipeline.client.input;

import java.util.regex.Pattern;

/**
 * Makes text from outside (a server's or the broker's words, names of files, arguments) safe to
 * print: a terminal obeys nothing in it, and it is one line.
 */
public final class Printable {
  private static final Pattern NOT_PRINTABLE = Pattern.compile("\\p{C}|[\\u2028\\u2029]");

  private Printable() {}

  /**
   * A question mark in the place of each control character, line end, character without a width,
   * unpaired surrogate and code point that means nothing.
   */
  public static String of(String text) {
    return NOT_PRINTABLE.matcher(text).replaceAll("?");
  }
}
