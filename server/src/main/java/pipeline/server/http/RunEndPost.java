package pipeline.server.http;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.List;
import pipeline.server.exchange.HttpError;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;

/**
 * The handling of {@code POST /runs/{run}} with {@code {"lines":9930}}, which ends a run of any
 * workload with this number of lines. For one thread.
 */
final class RunEndPost implements JsonBody.Fields {
  static final String MAPPING = "/runs/*";

  private static final String START = "/runs/";
  private static final String LINES = "lines";

  private final RunId run;
  private long lines = -1;

  /**
   * @throws HttpError what {@code keys} say of the path's run
   */
  RunEndPost(String path, RequestKeys keys) throws HttpError {
    run = keys.run(path.substring(START.length()));
  }

  /** Whether the path is one that {@link #MAPPING} matches. */
  static boolean isAt(String path) {
    return path.startsWith(START) || path.equals("/runs");
  }

  /** The methods of a path below {@link #MAPPING}; empty if the path names no run. */
  static List<String> methods(String path) {
    boolean isRun = path.length() > START.length() && path.indexOf('/', START.length()) < 0;
    return isRun ? List.of("POST") : List.of();
  }

  /**
   * The end that {@code body[0..length)} tells.
   *
   * @throws HttpError 400 if it is no object with the number of lines alone
   */
  RunEnd end(byte[] body, int length) throws HttpError {
    JsonBody.read(body, 0, length, this);
    if (lines < 0) {
      throw JsonBody.bad("\"lines\" is missing");
    }
    return new RunEnd(run, lines);
  }

  @Override
  public void field(String name, JsonParser value) throws IOException, HttpError {
    if (!name.equals(LINES)) {
      throw JsonBody.bad("the body has a key other than \"lines\"");
    }
    lines =
        JsonBody.number(
            value,
            0,
            RunEnd.MAX_LINES,
            "\"lines\" is not a whole number from 0 to " + RunEnd.MAX_LINES);
  }
}
