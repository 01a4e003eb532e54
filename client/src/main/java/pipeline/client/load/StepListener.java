package pipeline.client.load;

/**
 * A listener to the events of a run. Steps do not overlap, and no request ends between them. One
 * that writes to a file throws {@link java.io.UncheckedIOException} when it cannot.
 */
public interface StepListener {
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
}
