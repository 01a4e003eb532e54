package pipeline.client.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.util.OptionalLong;
import pipeline.client.input.JsonTree;
import pipeline.wire.identity.RunId;

/**
 * One request, ready to send any number of times.
 *
 * @param seq the number of its first line within the run, from 0 without gaps
 * @param lines how many lines it carries, numbered on from there; none for a GET or a run's end
 * @param method the HTTP method, which is also the request's type in reports
 * @param path below the server's context path
 * @param contentType of the body
 * @param body owned by the request; never changed; not sent with a GET
 * @param mayFindNothing whether 404 is a success: what it asks for may not have been counted yet
 */
@SuppressWarnings(
    "ArrayRecordComponent") // compared nowhere; a copy a request would cost for nothing
public record Request(
    long seq,
    int lines,
    String method,
    String path,
    String contentType,
    byte[] body,
    boolean mayFindNothing) {
  private static final String JSON = "application/json";
  private static final byte[] NO_BODY = {};
  private static final int OK = 200;
  private static final int CREATED = 201;
  private static final int NOT_FOUND = 404;

  /** Posts one line as JSON. */
  public static Request post(long seq, String path, byte[] body) {
    return post(seq, 1, path, JSON, body);
  }

  /** Posts lines in a form that holds many. */
  public static Request post(
      long firstSeq, int lines, String path, String contentType, byte[] body) {
    return new Request(firstSeq, lines, "POST", path, contentType, body, false);
  }

  /** Says that a run has so many lines, numbered from 0, and sends no more. */
  public static Request end(RunId run, long lines) {
    byte[] body = ("{\"lines\":" + lines + "}").getBytes(US_ASCII);
    return new Request(0, 0, "POST", "/runs/" + run, JSON, body, false);
  }

  public static Request get(long seq, String path) {
    return get(seq, path, false);
  }

  /** A read of what may not have been counted yet. */
  public static Request getOrNothing(long seq, String path) {
    return get(seq, path, true);
  }

  private static Request get(long seq, String path, boolean mayFindNothing) {
    return new Request(seq, 0, "GET", path, JSON, NO_BODY, mayFindNothing);
  }

  /** Whether it has a body. */
  boolean changesState() {
    return !method.equals("GET");
  }

  /** Whether it has a key by which servers know a repetition: each of its lines has a number. */
  boolean hasKey() {
    return lines > 0;
  }

  /**
   * Whether an answer says what a server of ours says after a success: in JSON, of one line a
   * {@code message}, of many the number of all of them. A proxy's or a login page's 2xx does not,
   * and nothing is known to be counted then.
   */
  boolean isAnsweredBy(int status, byte[] answer) {
    if (status != OK && status != CREATED) {
      return false;
    }
    try {
      JsonTree json = JsonTree.parse(answer);
      if (!changesState()) {
        return json.isObject();
      }
      return contentType.equals(JSON)
          ? json.at("message").isPresent()
          : json.at("lines").whole().equals(OptionalLong.of(lines));
    } catch (IOException e) {
      return false;
    }
  }

  /** What an attempt's outcome is to this request. */
  public Outcome judge(Outcome outcome) {
    return mayFindNothing && outcome.status() == NOT_FOUND ? Outcome.success(NOT_FOUND) : outcome;
  }
}
