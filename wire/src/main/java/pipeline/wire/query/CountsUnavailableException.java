package pipeline.wire.query;

/** Thrown when the store of the counts cannot be read at present; its text says why. */
public final class CountsUnavailableException extends RuntimeException {

  public CountsUnavailableException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
