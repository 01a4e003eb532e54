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

  /** What has failed and, of a program, the last line of its log, in one line. */
  public static String line(IOException failure) {
    String first = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    return failure instanceof ProgramException program && !program.lastLines.isEmpty()
        ? first + ": " + program.lastLines.get(program.lastLines.size() - 1)
        : first;
  }

  /** The message and the last lines, for a stack trace. */
  @Override
  @SuppressWarnings("OverrideThrowableToString") // the message is one line, for people
  public String toString() {
    return String.join("\n", super.toString(), String.join("\n", lastLines)).strip();
  }
}
