package pipeline.server;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** The warnings and errors that this JVM logs until this is closed. */
public final class Logged extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();

  public Logged() {
    start();
    root.addAppender(this);
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
      String logger = event.getLoggerName().replaceFirst(".*\\.", "");
      String line = event.getLevel() + " " + logger + ": " + event.getFormattedMessage();
      IThrowableProxy failure = event.getThrowableProxy();
      lines.add(failure == null ? line : line + ": " + failure.getMessage());
    }
  }

  /**
   * The lines, each as {@code LEVEL logger: message}, with the exception's text if there is one.
   */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  /** Whether some line has this text. */
  public boolean has(String text) {
    return lines.stream().anyMatch(line -> line.contains(text));
  }

  @Override
  public void close() {
    root.detachAppender(this);
  }
}
