package pipeline.server.lifecycle;

import org.slf4j.Logger;

/** Logs an error on a thread that must go on; never throws. Thread-safe. */
public final class ErrorLog {

  private ErrorLog() {}

  /** Logs the error, or drops it if even that fails, such as for want of memory. */
  public static void report(Logger log, String message, Throwable failure) {
    try {
      log.error(message, failure);
    } catch (Throwable unlogged) {
      // the next attempt may find more memory
    }
  }
}
