package pipeline.wire.query;

/** Thrown when the store of the counts cannot be read at present; its text says why. */
public final class CountsUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public CountsUnavailableException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
