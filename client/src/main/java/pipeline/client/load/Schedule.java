package pipeline.client.load;

import java.io.IOException;
import java.util.Optional;

/** Decides what is sent next, and when. Thread-safe: every worker of a phase asks the same one. */
interface Schedule {
  /**
   * Takes the next turn; whoever takes it sends it.
   *
   * @param elapsedNanos since the step began
   * @return empty when the step has nothing more to send
   */
  Optional<ScheduledRequest> next(long elapsedNanos) throws IOException;
}
