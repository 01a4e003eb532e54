package pipeline.client.http;

/**
 * One request, ready to send any number of times.
 *
 * @param seq its number within the run, from 0 without gaps
 * @param method the HTTP method, which is also the request's type in reports
 * @param path below the server's context path
 * @param body JSON, owned by the request; never changed; not sent with a GET
 * @param mayFindNothing whether 404 is an answer like any other: nothing is known of that yet
 */
@SuppressWarnings(
    "ArrayRecordComponent") // compared nowhere; a copy a request would cost for nothing
public record Request(long seq, String method, String path, byte[] body, boolean mayFindNothing) {
  private static final byte[] NO_BODY = {};
  private static final int NOT_FOUND = 404;

  public Request(long seq, String method, String path, byte[] body) {
    this(seq, method, path, body, false);
  }

  public static Request get(long seq, String path) {
    return new Request(seq, "GET", path, NO_BODY);
  }

  /** A read of what there may be nothing of yet. */
  public static Request getOrNothing(long seq, String path) {
    return new Request(seq, "GET", path, NO_BODY, true);
  }

  /** Whether it has a body, and a key by which servers know a repetition. */
  boolean changesState() {
    return !method.equals("GET");
  }

  /** What an attempt's outcome is to this request. */
  public Outcome judge(Outcome outcome) {
    return mayFindNothing && outcome.status() == NOT_FOUND ? Outcome.answered(NOT_FOUND) : outcome;
  }
}
