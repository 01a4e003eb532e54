package pipeline.server.lifecycle;

import org.slf4j.Logger;

/** Logs what a thread has caught that must not end. Thread-safe. */
public final class ErrorLog {

  private ErrorLog() {}

  /** Throws nothing, not even for want of memory for the log. */
  public static void report(Logger log, String message, Throwable failure) {
    try {
      log.error(message, failure);
    } catch (Throwable unlogged) {
      // the next attempt may find more memory
    }
  }
}
