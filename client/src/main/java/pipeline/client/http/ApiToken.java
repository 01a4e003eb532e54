package pipeline.client.http;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import pipeline.client.input.BadInputException;

/** The secret that this client shows to servers which ask for one. Never printed or written. */
public final class ApiToken {
  static final String VARIABLE = "API_TOKEN";

  private static final Pattern FITS_INTO_A_HEADER = Pattern.compile("[\\x21-\\x7e]+");

  private final String token;

  private ApiToken(String token) {
    this.token = token;
  }

  /**
   * Reads {@code API_TOKEN}.
   *
   * @return empty if it is not set, or to nothing
   * @throws BadInputException without the value, if no header can carry it
   */
  public static Optional<ApiToken> from(Map<String, String> env) throws BadInputException {
    String token = env.getOrDefault(VARIABLE, "");
    if (token.isEmpty()) {
      return Optional.empty();
    }
    if (!FITS_INTO_A_HEADER.matcher(token).matches()) {
      throw new BadInputException(
          VARIABLE + " must be visible ASCII characters on one line, without blanks");
    }
    return Optional.of(new ApiToken(token));
  }

  /** The value of the header {@code Authorization}. */
  String authorization() {
    return "Bearer " + token;
  }

  @Override
  public String toString() {
    return VARIABLE;
  }
}
