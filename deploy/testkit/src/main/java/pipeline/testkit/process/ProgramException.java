package pipeline.testkit.process;

import java.io.IOException;
import java.util.List;

/** A program has failed: in one line which, how, and where its log is. */
public class ProgramException extends IOException {
  private final List<String> lastLines;

  public ProgramException(String message, List<String> lastLines) {
    super(message);
    this.lastLines = List.copyOf(lastLines);
  }

  /** The last lines of the program's log; empty if they say nothing of the failure. */
  public List<String> lastLines() {
    return lastLines;
  }

  /** The message and the last lines, for a stack trace. */
  @Override
  public String toString() {
    return String.join("\n", super.toString(), String.join("\n", lastLines)).strip();
  }
}
