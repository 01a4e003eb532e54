package pipeline.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import pipeline.server.tomcat.TomcatServer;

/**
 * The program says in one line what is wrong, ends in order, and has one line of log for a message,
 * whatever strangers put into it.
 */
class MainTest {
  private static final String HOSTILE =
      "x\u001b]0;title\u0007y\u202ez\u2028\r\n12:00:00.000 ERROR forged";
  private static final CountDownLatch STOPPED = new CountDownLatch(0);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void helpAndVersionAreThereAndOtherArgumentsRefused() throws Exception {
    assertThat(run(Map.of(), "--help")).isEqualTo(Main.DONE);
    assertThat(out.toString(UTF_8)).contains("RABBITMQ_URL").contains("PUBLISH_DEADLINE_MS");
    out.reset();
    assertThat(run(Map.of(), "--version")).isEqualTo(Main.DONE);
    assertThat(out.toString(UTF_8)).startsWith("server.jar ").hasLineCount(1);
    assertThat(run(Map.of(), "8080")).isEqualTo(Main.BAD_INPUT);
    assertThat(err.toString(UTF_8)).hasLineCount(1);
  }

  @Test
  void badSettingIsOneLineThatNamesIt() throws Exception {
    assertThat(run(Map.of("CHANNELS", "many"))).isEqualTo(Main.BAD_INPUT);
    assertThat(err.toString(UTF_8))
        .isEqualTo("CHANNELS is 'many', but must be a whole number from 1 to 200\n");
  }

  @Test
  void takenPortIsOneLine() throws Exception {
    TomcatServer.logToSlf4j();
    try (ServerSocket taken = new ServerSocket(0)) {
      String port = Integer.toString(taken.getLocalPort());
      assertThat(run(Map.of("SERVER_PORT", port))).isEqualTo(Main.FAILED);
      assertThat(err.toString(UTF_8)).hasLineCount(1).contains(port).contains("in use");
    }
  }

  @Test
  void theReferenceDesignNeedsItsBrokerAtTheStart() throws Exception {
    Map<String, String> environment =
        Map.of("DESIGN", "reference", "SERVER_PORT", "0", "RABBITMQ_URL", "amqp://127.0.0.1:1");
    assertThat(run(environment)).isEqualTo(Main.FAILED);
    assertThat(err.toString(UTF_8)).hasLineCount(1).contains("did not start");
  }

  @Test
  void itServesWithoutABrokerAndEndsInOrderWhenToldToStop() throws Exception {
    Map<String, String> environment =
        Map.of(
            "SERVER_HOST", "127.0.0.1", "SERVER_PORT", "0", "RABBITMQ_URL", "amqp://127.0.0.1:1");
    assertThat(run(environment)).isEqualTo(Main.DONE);
    assertThat(out.toString(UTF_8)).matches("serving http://127.0.0.1:\\d+/server\n");
  }

  private int run(Map<String, String> environment, String... arguments)
      throws InterruptedException {
    return run(environment, STOPPED, out, err, arguments);
  }

  /** Runs the program with these outputs until {@code stop} is counted down. */
  static int run(
      Map<String, String> environment,
      CountDownLatch stop,
      OutputStream out,
      OutputStream err,
      String... arguments)
      throws InterruptedException {
    return Main.run(
        arguments,
        environment,
        new Properties(),
        new PrintStream(out, true, UTF_8),
        new PrintStream(err, true, UTF_8),
        stop);
  }

  private static String logged(String message, Throwable failure) {
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    ConsoleAppender<ILoggingEvent> out = (ConsoleAppender<ILoggingEvent>) root.getAppender("out");
    LoggingEvent event = new LoggingEvent("", root, Level.WARN, message, failure, new Object[0]);
    return new String(out.getEncoder().encode(event), UTF_8);
  }

  @Test
  void aMessageIsOneLineThatDrivesNoTerminal() {
    assertThat(logged(HOSTILE, null))
        .endsWith(" - x?]0;title?y?z???12:00:00.000 ERROR forged\n")
        .hasLineCount(1);
  }

  @Test
  void theLinesOfAFailureDriveNoTerminalEither() {
    String logged = logged("failed", new IOException(HOSTILE));
    assertThat(logged.lines().skip(1))
        .first()
        .asString()
        .contains("x?]0;title?y?z?")
        .endsWith("z??");
    assertThat(logged).doesNotContainPattern("[\\p{C}\u2028&&[^\n\t]]");
  }
}
