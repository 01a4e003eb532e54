package pipeline.client.workload;

import java.io.IOException;
import java.util.OptionalLong;

/**
 * The requests that a run sends, and the reads beside them. Opens nothing itself; its sources do.
 */
public interface Traffic {
  /** The workload's name, as {@code --workload} takes it. */
  String name();

  /**
   * The number of lines in one round: the lines of a file that are not empty, or {@code
   * --requests}.
   */
  long size();

  /** The number of lines in a request, unless its body would be too long. */
  int linesPerRequest();

  /** The number of requests in one round; each has lines of one round only. */
  long requestsPerRound();

  /** The seed from which the requests are generated; empty if a file is sent. */
  OptionalLong seed();

  /** Whether the traffic goes to this project's servers, which know runs and how they end. */
  default boolean hasRuns() {
    return true;
  }

  default boolean isFile() {
    return seed().isEmpty();
  }

  /** The load, without end: the input over and over, under numbers that go on. */
  RequestSource requests() throws IOException;

  /**
   * Checks that the input is what it was when the run began.
   *
   * @throws IOException that says what has become of it
   */
  default void checkUnchanged() throws IOException {}

  /** The reads of {@code --gets}, without end; none if the input has nothing to ask for. */
  RequestSource reads() throws IOException;
}
