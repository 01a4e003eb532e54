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
    "ArrayRecordComponent") // compared nowhere; a copy for each request would be waste
public record Request(
    long seq,
    int lines,
    boolean hasKey,
    String method,
    String path,
    String contentType,
    byte[] body,
    Success success) {
  /** The answers that are a success. */
  public enum Success {
    /** The answer with which this project's server confirms a request. */
    OURS,
    /** {@link #OURS} and 404 are: the item that a read asks for may not have been counted yet. */
    OURS_OR_NOTHING,
    /**
     * {@link #OURS} is, and a 404 in JSON: the server has no such path, and is not just being
     * replaced.
     */
    OURS_OR_NO_SUCH_PATH,
    /** Any 2xx, for servers of other programs. */
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

  /** A request with these lines for another program's server, where any 2xx is a success. */
  public Request elsewhere(String otherPath, boolean withKey) {
    return new Request(seq, lines, withKey, method, otherPath, contentType, body, Success.ANY);
  }

  /** Tells a server the end of a run: its number of lines, which are numbered from 0. */
  public static Request end(RunId run, long lines) {
    byte[] body = ("{\"lines\":" + lines + "}").getBytes(US_ASCII);
    return new Request(
        0, 0, false, "POST", "/runs/" + run, JSON, body, Success.OURS_OR_NO_SUCH_PATH);
  }

  /** A read; whether the item must be known already, is in {@code success}. */
  public static Request get(long seq, String path, Success success) {
    return new Request(seq, 0, false, "GET", path, JSON, NO_BODY, success);
  }

  /** Whether the request changes something at the server: only a GET does not. */
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
    if (success == Success.OURS_OR_NOTHING && status == NOT_FOUND) {
      return true;
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
}
