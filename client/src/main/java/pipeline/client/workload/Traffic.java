package pipeline.client.workload;

import java.io.IOException;
import java.util.OptionalLong;

/** What a run sends, and what it may ask for beside it. Opens nothing itself; its sources do. */
public interface Traffic {
  /** As {@code --workload} takes it. */
  String name();

  /** How many lines one round is: those of a file that are not empty, or {@code --requests}. */
  long size();

  /** How many lines a request carries, unless its body would be too long. */
  int linesPerRequest();

  /** How many requests one round is; each has lines of one round only. */
  long requestsPerRound();

  /** What the requests are generated from; empty if a file is sent. */
  OptionalLong seed();

  /** Whether it is sent to servers of ours, which know runs and how they end. */
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

  /** What {@code --gets} asks for, without end unless there is nothing to ask for. */
  RequestSource reads() throws IOException;
}
