package pipeline.client.load;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Told what happens in a run. Steps do not overlap, and no request ends between them. One that
 * writes to a file throws {@link java.io.UncheckedIOException} when it cannot.
 */
public interface StepListener extends Closeable {
  /**
   * The step begins: no request has been sent yet.
   *
   * @param startNanos on the run's monotonic clock
   */
  default void stepStarted(StepPlan plan, long startNanos) {}

  /**
   * A request of the load has ended, in the warm-up too. Called by the thread that sent it, from
   * many threads at once: an implementation must be thread-safe and must not wait.
   */
  default void ended(Result result) {}

  /** As {@link #ended} for a read of {@code --gets}, which is not part of the load. */
  default void readEnded(Result result) {}

  /** The step, and the wait for the queue that belongs to it, is over. */
  default void stepEnded(StepResult result) {}

  /** Nothing comes after this. */
  @Override
  default void close() throws IOException {}

  /** Tells several listeners in turn, on the caller's thread. */
  static StepListener all(List<StepListener> listeners) {
    return new StepListener() {
      @Override
      public void stepStarted(StepPlan plan, long startNanos) {
        listeners.forEach(listener -> listener.stepStarted(plan, startNanos));
      }

      @Override
      public void ended(Result result) {
        listeners.forEach(listener -> listener.ended(result));
      }

      @Override
      public void readEnded(Result result) {
        listeners.forEach(listener -> listener.readEnded(result));
      }

      @Override
      public void stepEnded(StepResult result) {
        listeners.forEach(listener -> listener.stepEnded(result));
      }
    };
  }
}
