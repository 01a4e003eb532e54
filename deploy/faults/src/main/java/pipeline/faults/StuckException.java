package pipeline.faults;

/** The pipeline did not come to what it promises in the time it promises it. */
public final class StuckException extends Exception {

  StuckException(String what) {
    super(what);
  }
}
