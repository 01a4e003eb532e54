package pipeline.server.http;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import pipeline.server.exchange.ErrorCode;
import pipeline.server.exchange.HttpError;

/** The format of a body, which its content type tells. Each is in UTF-8. */
public enum BodyFormat {
  /** The body is a JSON object. */
  JSON("application/json"),
  /** Each line is a line of text; lines end with LF or CRLF. */
  TEXT("text/plain"),
  /** Each line is a JSON object; lines end with LF or CRLF. */
  NDJSON("application/x-ndjson"),
  /** Any other content type or charset, which no path takes. */
  OTHER("");

  private final String contentType;

  BodyFormat(String contentType) {
    this.contentType = contentType;
  }

  /**
   * The format that a content type tells.
   *
   * @param contentType null if the request has none
   */
  static BodyFormat of(String contentType) {
    String type = contentType == null ? "" : contentType;
    return Arrays.stream(values())
        .filter(format -> isInUtf8(type, format.contentType))
        .findFirst()
        .orElse(OTHER);
  }

  /** Refuses, with 415, a body of a format that is not among those that are taken. */
  public void check(BodyFormat... taken) throws HttpError {
    if (!List.of(taken).contains(this)) {
      throw new HttpError(
          ErrorCode.MEDIA_TYPE,
          Arrays.stream(taken)
              .map(format -> format.contentType)
              .collect(Collectors.joining(" or ", "the content type must be ", ", in UTF-8")));
    }
  }

  private static boolean isInUtf8(String contentType, String type) {
    if (contentType.equals(type)) {
      return true;
    }
    String[] parts = contentType.toLowerCase(Locale.ROOT).replace("\"", "").split("\\s*;\\s*", -1);
    return parts[0].strip().equals(type)
        && Arrays.stream(parts)
            .filter(parameter -> parameter.startsWith("charset"))
            .allMatch(charset -> charset.strip().equals("charset=utf-8"));
  }
}
