package pipeline.peers;

import java.util.Locale;

/**
 * What wrk posts to a server.
 *
 * @param lines of each request
 * @param connections with a request in flight on each
 */
record PostLoad(int lines, int connections) {
  /** A line a request. */
  static PostLoad single(int connections) {
    return new PostLoad(1, connections);
  }

  String connectionsOnly() {
    return connections + " connections";
  }

  /** In full, such as {@code 100 lines, 8 connections}. */
  @Override
  public String toString() {
    return (lines == 1 ? "1 line, " : String.format(Locale.ROOT, "%,d lines, ", lines))
        + connectionsOnly();
  }
}
