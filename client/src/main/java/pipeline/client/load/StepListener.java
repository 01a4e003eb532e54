package pipeline.client.load;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * A listener to the events of a run. Steps do not overlap, and no request ends between them. One
 * that writes to a file throws {@link java.io.UncheckedIOException} when it cannot.
 */
public interface StepListener extends Closeable {
  /**
   * Called when a step begins, before its first request is sent.
   *
   * @param startNanos on the run's monotonic clock
   */
  default void stepStarted(StepPlan plan, long startNanos) {}

  /**
   * Called when a request of the load has ended, in the warm-up too. The thread that sent it makes
   * the call, so many threads call at once: an implementation must be thread-safe and must not
   * wait.
   */
  default void ended(Result result) {}

  /**
   * Called, as {@link #ended} is, when a read of {@code --gets} has ended, which is not part of the
   * load.
   */
  default void readEnded(Result result) {}

  /** Called when the step is over, and the wait for the queue that belongs to it. */
  default void stepEnded(StepResult result) {}

  /** Ends the listening: no event comes after this call. */
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
