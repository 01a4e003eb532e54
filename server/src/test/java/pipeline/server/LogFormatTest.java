package pipeline.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * The program's log has one line for a message, whatever strangers put into it, and none for an
 * error that has been told already.
 */
class LogFormatTest {
  private static final String HOSTILE =
      "x\u001b]0;title\u0007y\u202ez\u2028\r\n12:00:00.000 ERROR forged";

  private static String logged(String message, Throwable failure) {
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    ConsoleAppender<ILoggingEvent> out = (ConsoleAppender<ILoggingEvent>) root.getAppender("out");
    LoggingEvent event = new LoggingEvent("", root, Level.WARN, message, failure, new Object[0]);
    return new String(out.getEncoder().encode(event), StandardCharsets.UTF_8);
  }

  @Test
  void aMessageIsOneLineThatDrivesNoTerminal() {
    assertThat(logged(HOSTILE, null))
        .endsWith(" - x?]0;title?y?z???12:00:00.000 ERROR forged\n")
        .hasLineCount(1);
  }

  @Test
  void neitherDoesAFailureThoughItHasLines() {
    String logged = logged("failed", new IOException(HOSTILE));
    assertThat(logged.lines().skip(1))
        .first()
        .asString()
        .contains("x?]0;title?y?z?")
        .endsWith("z??");
    assertThat(logged).doesNotContainPattern("[\\p{C}\u2028&&[^\n\t]]");
  }
}
