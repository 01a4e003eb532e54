package pipeline.server;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** The warnings and errors that this JVM logs until this is closed. */
public final class Logged implements AutoCloseable {
  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final Queue<ILoggingEvent> events = new ConcurrentLinkedQueue<>();
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
            events.add(event);
          }
        }
      };

  public Logged() {
    appender.start();
    root.addAppender(appender);
  }

  /**
   * The lines, each as {@code LEVEL logger: message}, with the exception's text if there is one.
   */
  public List<String> lines() {
    return events.stream().map(Logged::line).toList();
  }

  /** Whether some line has this text. */
  public boolean has(String text) {
    return lines().stream().anyMatch(line -> line.contains(text));
  }

  private static String line(ILoggingEvent event) {
    String name = event.getLoggerName();
    String line =
        event.getLevel()
            + " "
            + name.substring(name.lastIndexOf('.') + 1)
            + ": "
            + event.getFormattedMessage();
    return event.getThrowableProxy() == null
        ? line
        : line + ": " + event.getThrowableProxy().getMessage();
  }

  @Override
  public void close() {
    root.detachAppender(appender);
  }
}
