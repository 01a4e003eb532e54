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
 * @param hasKey whether a key is sent with it by which servers know a repetition of its lines
 * @param method the HTTP method, which is also the request's type in reports
 * @param path below the server's context path
 * @param contentType of the body
 * @param body owned by the request; never changed; not sent with a GET
 * @param success which answers are a success
 */
@SuppressWarnings(
    "ArrayRecordComponent") // compared nowhere; a copy a request would cost for nothing
public record Request(
    long seq,
    int lines,
    boolean hasKey,
    String method,
    String path,
    String contentType,
    byte[] body,
    Success success) {
  /** Which answers are a success. */
  public enum Success {
    /** What a server of ours says after a success. */
    OURS,
    /** That, or 404: what a read asks for may not have been counted yet. */
    OURS_OR_NOTHING,
    /** That, or a 404 in JSON: the server has no such path, and is not just being replaced. */
    OURS_OR_NO_SUCH_PATH,
    /** Any 2xx: the server is not ours. */
    ANY
  }

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
    return new Request(firstSeq, lines, true, "POST", path, contentType, body, Success.OURS);
  }

  /** The same lines for a server that is not ours, which answers what it likes. */
  public Request elsewhere(String otherPath, boolean withKey) {
    return new Request(seq, lines, withKey, method, otherPath, contentType, body, Success.ANY);
  }

  /** Says that a run has so many lines, numbered from 0, and sends no more. */
  public static Request end(RunId run, long lines) {
    byte[] body = ("{\"lines\":" + lines + "}").getBytes(US_ASCII);
    return new Request(
        0, 0, false, "POST", "/runs/" + run, JSON, body, Success.OURS_OR_NO_SUCH_PATH);
  }

  public static Request get(long seq, String path) {
    return get(seq, path, Success.OURS);
  }

  /** A read of what may not have been counted yet. */
  public static Request getOrNothing(long seq, String path) {
    return get(seq, path, Success.OURS_OR_NOTHING);
  }

  private static Request get(long seq, String path, Success success) {
    return new Request(seq, 0, false, "GET", path, JSON, NO_BODY, success);
  }

  /** Whether it has a body. */
  boolean changesState() {
    return !method.equals("GET");
  }

  /**
   * Whether an answer is a success. A server of ours says in JSON, of one line a {@code message},
   * of many the number of all of them. A proxy's or a login page's 2xx does not, and nothing is
   * known to be counted then.
   */
  boolean isAnsweredBy(int status, byte[] answer) {
    if (success == Success.ANY) {
      return status / 100 == 2;
    }
    boolean noSuchPath = success == Success.OURS_OR_NO_SUCH_PATH && status == NOT_FOUND;
    if (status != OK && status != CREATED && !noSuchPath) {
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
    return success == Success.OURS_OR_NOTHING && outcome.status() == NOT_FOUND
        ? Outcome.success(NOT_FOUND)
        : outcome;
  }
}
