package pipeline.testkit.process;

import java.util.List;

/** Says that what was waited for did not come within its limit. */
public final class StuckException extends ProgramException {

  public StuckException(String what) {
    this(what, List.of());
  }

  StuckException(String what, List<String> lastLines) {
    super(what, lastLines);
  }
}
