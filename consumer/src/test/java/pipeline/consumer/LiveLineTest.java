package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pipeline.wire.process.Console;

/** The line on the terminal shows totals, and the rate since the last. */
class LiveLineTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test
  void showsTotalsAndTheRateSinceTheLast() {
    PrintStream terminal = new PrintStream(out, true, StandardCharsets.UTF_8);
    Console console = new Console("consumer", null, terminal, true);
    LiveLine line = new LiveLine(console, "lines", 0, 1_000);
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("words", 20_000L);
    figures.put("distinct", 300L);
    line.show(500_000_000L, 1_500, figures, 42);
    line.show(1_000_000_000L, 1_500, figures, -1);
    console.endLive();

    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "\r\033[Klines 1,500  words 20,000  distinct 300  lines/s 1,000  queue 42"
                + "\r\033[Klines 1,500  words 20,000  distinct 300  lines/s 0  queue unknown\n");
  }
}
