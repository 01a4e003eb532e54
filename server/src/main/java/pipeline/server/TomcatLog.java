package pipeline.server;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.slf4j.LoggerFactory;

/** Sends what Tomcat says of importance to our own log, one line each. Thread-safe. */
final class TomcatLog extends Handler {

  /** For the whole process, so only a program of its own may call it. */
  static void toSlf4j() {
    LogManager.getLogManager().reset();
    Logger root = Logger.getLogger("");
    root.setLevel(Level.WARNING);
    root.addHandler(new TomcatLog());
  }

  @Override
  public void publish(LogRecord record) {
    org.slf4j.Logger log = LoggerFactory.getLogger(String.valueOf(record.getLoggerName()));
    String text = new SimpleFormatter().formatMessage(record);
    if (record.getLevel().intValue() >= Level.SEVERE.intValue()) {
      log.error(text, record.getThrown());
    } else {
      log.warn(text, record.getThrown());
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
