package pipeline.client.workload;

import java.io.IOException;

/**
 * The requests that a run sends, and the reads beside them. Opens nothing itself; its sources do.
 */
public interface Traffic {
  /** What is sent, by this client or by a fleet. */
  Input input();

  /** The part of the input that this client sends. */
  Part part();

  /** The number of requests in one round; each has lines of one block of one round only. */
  long requestsPerRound();

  /** Whether the traffic goes to this project's servers, which know runs and how they end. */
  default boolean hasRuns() {
    return true;
  }

  /** The load, without end: the part over and over, under numbers that go on. */
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
