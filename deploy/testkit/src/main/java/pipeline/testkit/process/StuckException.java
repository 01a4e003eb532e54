package pipeline.testkit.process;

/** What was waited for did not come within its limit. */
public final class StuckException extends Exception {

  public StuckException(String what) {
    super(what);
  }
}
