package pipeline.consumer.store;

/**
 * A message was not counted because a limit is reached; the text goes with it to the dead queue.
 */
public final class QuotaExceededException extends Exception {
  public QuotaExceededException(String reason) {
    super(reason);
  }
}
