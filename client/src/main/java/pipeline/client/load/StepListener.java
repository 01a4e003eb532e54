package pipeline.client.load;

/** Told what happens in a step. One step follows another; between them nothing ends. */
public interface StepListener {
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
}
