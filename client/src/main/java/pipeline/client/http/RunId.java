package pipeline.client.http;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import pipeline.client.input.BadInputException;

/**
 * The identity of a run: with a request's sequence number it makes the key by which server and
 * consumer know a repeated request.
 *
 * @param hex 32 lower-case hex digits
 */
public record RunId(String hex) {
  private static final int BYTES = 16;

  public static RunId random() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return new RunId(HexFormat.of().formatHex(bytes));
  }

  public static RunId parse(String text) throws BadInputException {
    if (!text.matches("[0-9a-fA-F]{32}")) {
      throw new BadInputException("--run-id must be 32 hex digits, not '" + text + "'");
    }
    return new RunId(text.toLowerCase(Locale.ROOT));
  }

  /** The value of {@code Idempotency-Key}: the same for every attempt of a request. */
  String keyOf(Request request) {
    return hex + "-" + request.seq();
  }
}
