package pipeline.wire.query;

/** Thrown for a path that is not of its form; the text is for the caller. It has no stack trace. */
public final class BadPathException extends Exception {

  BadPathException(String message) {
    super(message, null, false, false);
  }
}
