package pipeline.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ProgramTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void helpListsTheSettings() throws Exception {
    assertThat(run(Map.of(), () -> {}, "--help")).isEqualTo(Program.DONE);
    assertThat(out.toString(UTF_8)).contains("RABBITMQ_URL").contains("PUBLISH_DEADLINE_MS");
  }

  @Test
  void badSettingIsOneLineThatNamesIt() throws Exception {
    assertThat(run(Map.of("CHANNELS", "many"), () -> {})).isEqualTo(Program.BAD_INPUT);
    assertThat(err.toString(UTF_8))
        .isEqualTo("CHANNELS is 'many', but must be a whole number from 1 to 200\n");
  }

  @Test
  void anArgumentIsRefused() throws Exception {
    assertThat(run(Map.of(), () -> {}, "8080")).isEqualTo(Program.BAD_INPUT);
    assertThat(err.toString(UTF_8)).hasLineCount(1);
  }

  @Test
  void takenPortIsOneLine() throws Exception {
    TomcatLog.toSlf4j();
    try (ServerSocket taken = new ServerSocket(0)) {
      String port = Integer.toString(taken.getLocalPort());
      assertThat(run(Map.of("SERVER_PORT", port), () -> {})).isEqualTo(Program.FAILED);
      assertThat(err.toString(UTF_8)).hasLineCount(1).contains(port).contains("in use");
    }
  }

  @Test
  void servesWithoutABrokerUntilToldToStop() throws Exception {
    AtomicReference<RawHttp.Answer> health = new AtomicReference<>();
    AtomicReference<RawHttp.Answer> posted = new AtomicReference<>();
    Map<String, String> environment =
        Map.of(
            "SERVER_HOST", "127.0.0.1", "SERVER_PORT", "0", "RABBITMQ_URL", "amqp://127.0.0.1:1");
    int code =
        run(
            environment,
            () -> {
              String line = out.toString(UTF_8);
              int port = Integer.parseInt(line.replaceAll("(?s).*:(\\d+)/server.*", "$1"));
              try (RawHttp http = new RawHttp(port)) {
                http.sendHead("GET /server/health HTTP/1.1", "Host: x");
                health.set(http.answer());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
              try (RawHttp http = new RawHttp(port)) {
                http.send(RawHttp.post("{\"message\":\"a\"}"));
                posted.set(http.answer());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    assertThat(code).isEqualTo(Program.DONE);
    assertThat(health.get().status()).isEqualTo(503);
    assertThat(posted.get().status()).isEqualTo(503);
    assertThat(posted.get().headers()).containsEntry("retry-after", "1");
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.matches("(publisher-lane|broker-link|body-|publish-|http-nio).*"));
  }

  private int run(Map<String, String> environment, StopSignal stop, String... arguments)
      throws InterruptedException {
    return Program.run(
        arguments,
        environment,
        new Properties(),
        new PrintStream(out, true, UTF_8),
        new PrintStream(err, true, UTF_8),
        stop);
  }
}
