package pipeline.testkit.process;

/** Says that what was waited for did not come within its limit. */
public final class StuckException extends Exception {

  public StuckException(String what) {
    super(what);
  }
}
