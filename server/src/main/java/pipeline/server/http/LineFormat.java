package pipeline.server.http;

/** How a body has many lines, each ended by LF or CRLF; told by its content type. */
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
