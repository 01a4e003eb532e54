package pipeline.rig;

import java.io.IOException;
import java.util.List;

/** A program of a rig has failed: in one line which, how, and where its log is. */
public final class RigException extends IOException {
  private final List<String> lastLines;

  RigException(String message, List<String> lastLines) {
    super(message);
    this.lastLines = List.copyOf(lastLines);
  }

  /** The last lines of the program's log. */
  public List<String> lastLines() {
    return lastLines;
  }
}
