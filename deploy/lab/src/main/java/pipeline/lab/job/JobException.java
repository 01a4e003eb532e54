package pipeline.lab.job;

import java.io.IOException;

/** Why a run ends early, in one line, and with which exit code. */
final class JobException extends IOException {
  private final int code;

  private JobException(String message, int code) {
    super(message);
    this.code = code;
  }

  /** The run could not be done. */
  static JobException failed(String why) {
    return new JobException(why, 1);
  }

  /** The arguments are bad. */
  static JobException usage(String why) {
    return new JobException(why + " (see --help)", 2);
  }

  /** A program of ours ended with this exit code, and has said why. */
  static JobException said(int code) {
    return new JobException("", code);
  }

  int code() {
    return code;
  }

  /** Refuses arguments, unless they are {@code good}. */
  static void require(boolean good, String otherwise) throws JobException {
    if (!good) {
      throw usage(otherwise);
    }
  }
}
