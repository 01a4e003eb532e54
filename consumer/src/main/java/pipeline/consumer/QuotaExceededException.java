package pipeline.consumer;

/** A message was not counted because a limit is reached; its text goes to the dead queue. */
final class QuotaExceededException extends Exception {
  QuotaExceededException(String reason) {
    super(reason);
  }
}
