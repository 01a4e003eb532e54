package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LiveLineTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test
  void showsTotalsAndTheRateSinceTheLast() {
    LiveLine line = new LiveLine(new PrintStream(out, true, StandardCharsets.UTF_8), 0, 1_000);
    line.show(500_000_000L, 1_500, 20_000, 300, 42);
    line.show(1_000_000_000L, 1_500, 20_000, 300, -1);
    line.end();

    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "\r\033[Klines 1500  words 20000  distinct 300  lines/s 1000  queue 42"
                + "\r\033[Klines 1500  words 20000  distinct 300  lines/s 0  queue unknown\n");
  }
}
