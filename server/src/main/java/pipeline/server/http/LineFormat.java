package pipeline.server.http;

/** Format of a body of many lines, chosen by content type; each line ends with LF or CRLF. */
public enum LineFormat {
  /** A line is what stands between the ends. */
  TEXT("text/plain"),
  /** A line is a JSON object. */
  NDJSON("application/x-ndjson");

  private final String contentType;

  LineFormat(String contentType) {
    this.contentType = contentType;
  }

  String contentType() {
    return contentType;
  }
}
