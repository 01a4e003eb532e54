package pipeline.wire.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes from outside is printed as one line that a terminal does not obey. */
class ConsoleTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Console console =
      new Console(
          "program", new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false);

  /**
   * Ends of lines; control characters; what has no width, or turns the text after it; what has no
   * meaning: private, half of a pair, not assigned.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\n\r\u000b\f\u0085\u2028\u2029",
        "\0\b\t\u001b\u007f\u009b",
        "\u00ad\u200b\u202e\u2066\ufeff",
        "\ue000\ud800\u0378"
      })
  void untrustedTextMakesNeitherANewLineNorATerminalControlSequence(String hostile) {
    for (int i = 0; i < hostile.length(); i++) {
      console.tell("no é😀" + hostile.charAt(i) + "[2J here");
      assertThat(err.toString(UTF_8)).isEqualTo("program: no é😀?[2J here\n");
      err.reset();
    }
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"24 100, 100", "50 400, 400", "0 0, 80", "'', 80", "stty: no terminal, 80"})
  void theWidthIsTheSecondNumberOfStty(String size, int columns) {
    assertThat(LiveStream.columns(size)).isEqualTo(columns);
  }

  @Test
  void whateverIsPrintedAfterALiveLineBeginsOnALineOfItsOwn() {
    Console terminal =
        new Console("program", console.out(), new PrintStream(err, true, UTF_8), true);

    terminal.live("45%");
    terminal.live("46%\u001b[2J");
    terminal.tell("a message");
    terminal.tell("another");
    terminal.live("47%");
    terminal.endLive();
    terminal.endLive();

    assertThat(err.toString(UTF_8))
        .isEqualTo(
            "\r\033[K45%\r\033[K46%?[2J\nprogram: a message\nprogram: another\n\r\033[K47%\n");
  }
}
