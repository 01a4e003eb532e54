package pipeline.server.http;

/** The format of a body of many lines, chosen by content type; each line ends with LF or CRLF. */
public enum LineFormat {
  /** Each line is a line of text. */
  TEXT("text/plain"),
  /** Each line is a JSON object. */
  NDJSON("application/x-ndjson");

  private final String contentType;

  LineFormat(String contentType) {
    this.contentType = contentType;
  }

  public String contentType() {
    return contentType;
  }
}
