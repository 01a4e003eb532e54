package pipeline.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.security.MessageDigest;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.servlet.http.HttpServletRequest;
import org.apache.commons.lang3.Validate;
import pipeline.server.exchange.ErrorCode;
import pipeline.server.exchange.HttpError;
import pipeline.wire.settings.Settings;

/**
 * The secret that this server requires in the workload's requests, as {@code Authorization: Bearer
 * <token>}, if {@code API_TOKEN} is set. Immutable; never printed.
 */
public final class ApiToken {
  private static final String NAME = "API_TOKEN";
  private static final String SCHEME = "Bearer ";
  private static final int MIN_LENGTH = 16;
  private static final String FORM = "[A-Za-z0-9._~+/-]+=*";

  private final byte[] token;

  private ApiToken(String token) {
    this.token = token.getBytes(ISO_8859_1);
  }

  /**
   * Reads {@code API_TOKEN}.
   *
   * @throws IllegalArgumentException without the value in its text, if it is too short to be a
   *     secret or no header could carry it
   */
  public static ApiToken from(Settings settings) {
    String token = settings.text(NAME, "");
    Validate.isTrue(
        token.isEmpty() || (token.length() >= MIN_LENGTH && token.matches(FORM)),
        "%s must be %d or more of A-Z a-z 0-9 - . _ ~ + /, then perhaps =",
        NAME,
        MIN_LENGTH);
    return new ApiToken(token);
  }

  /** Refuses a request without the token, compared in constant time, if the server asks for one. */
  void check(HttpServletRequest request) throws HttpError {
    List<String> shown = Collections.list(request.getHeaders("Authorization"));
    if (token.length > 0 && !(shown.size() == 1 && isIn(shown.get(0)))) {
      throw new HttpError(
          ErrorCode.UNAUTHORIZED,
          "the Authorization header must hold this server's token",
          Map.of("WWW-Authenticate", "Bearer"));
    }
  }

  private boolean isIn(String authorization) {
    return authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        && MessageDigest.isEqual(
            authorization.substring(SCHEME.length()).getBytes(ISO_8859_1), token);
  }

  @Override
  public String toString() {
    return token.length > 0 ? "asked" : "none";
  }
}
