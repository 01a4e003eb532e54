package pipeline.server;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Enumeration;
import java.util.Locale;
import java.util.Optional;
import javax.servlet.http.HttpServletRequest;
import pipeline.wire.identity.RequestKey;

/** Checks what can be refused before the body is read. */
final class RequestHead {
  private static final String JSON = "application/json";

  private RequestHead() {}

  /** Refuses a body that is not JSON in UTF-8 as it stands, or announces itself as too long. */
  static void checkBody(HttpServletRequest request, int limit) throws Refusal {
    if (!isJson(request.getContentType())) {
      throw new Refusal(
          RefusalKind.MEDIA_TYPE, "the content type must be application/json, in UTF-8");
    }
    String encoding = request.getHeader("Content-Encoding");
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      throw new Refusal(RefusalKind.MEDIA_TYPE, "an encoded body is not accepted");
    }
    if (request.getContentLengthLong() > limit) {
      throw tooLarge(limit);
    }
  }

  /** The client's key; empty if it sent none. */
  static Optional<RequestKey> key(HttpServletRequest request) throws Refusal {
    Enumeration<String> keys = request.getHeaders("Idempotency-Key");
    if (!keys.hasMoreElements()) {
      return Optional.empty();
    }
    String key = keys.nextElement();
    if (keys.hasMoreElements()) {
      throw new Refusal(RefusalKind.INVALID, "Idempotency-Key stands more than once");
    }
    try {
      return Optional.of(RequestKey.parse(key));
    } catch (IllegalArgumentException e) {
      throw new Refusal(RefusalKind.INVALID, "Idempotency-Key: " + e.getMessage());
    }
  }

  /** Refuses who does not show the token, if one is asked for. */
  static void checkToken(HttpServletRequest request, ApiToken token) throws Refusal {
    if (token.isAsked()) {
      Enumeration<String> shown = request.getHeaders("Authorization");
      boolean right = shown.hasMoreElements() && token.isIn(shown.nextElement());
      if (!right || shown.hasMoreElements()) {
        throw Refusal.unauthorized("Bearer", "this server asks for its bearer token");
      }
    }
  }

  /** Refuses what a GET cannot mean. */
  static void checkNoBody(HttpServletRequest request) throws Refusal {
    if (request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null) {
      throw new Refusal(RefusalKind.INVALID, "a GET has no body");
    }
  }

  /**
   * The path below the context, decoded. That of a GET is read as it was sent, since the container
   * makes one slash of two and a word may have both.
   */
  static String path(HttpServletRequest request) throws Refusal {
    if (request.getMethod().equals("GET")) {
      String sent = request.getRequestURI().substring(request.getContextPath().length());
      try {
        return new URI("http://host" + sent).getPath();
      } catch (URISyntaxException e) {
        throw new Refusal(RefusalKind.INVALID, "the path is malformed");
      }
    }
    String below = request.getPathInfo();
    return below == null ? request.getServletPath() : request.getServletPath().concat(below);
  }

  static Refusal tooLarge(int limit) {
    return new Refusal(RefusalKind.TOO_LONG, "the body is longer than " + limit + " bytes");
  }

  private static boolean isJson(String contentType) {
    if (contentType == null || contentType.equals(JSON)) {
      return contentType != null;
    }
    String[] parts = contentType.toLowerCase(Locale.ROOT).split(";", -1);
    boolean json = parts[0].strip().equals(JSON);
    for (int i = 1; i < parts.length; i++) {
      String parameter = parts[i].strip().replace("\"", "");
      json &= !parameter.startsWith("charset") || parameter.equals("charset=utf-8");
    }
    return json;
  }
}
