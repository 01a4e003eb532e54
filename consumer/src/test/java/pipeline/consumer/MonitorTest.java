package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.consumer.amqp.Health;
import pipeline.consumer.store.Room;
import pipeline.wire.process.Console;

/** A run ends when its queue stays empty, a full store is told of, and a line shows totals. */
class MonitorTest {
  private final Monitor.IdleWatch watch = new Monitor.IdleWatch(10);
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Health health = new Health(System::nanoTime);

  @ParameterizedTest
  @CsvSource({
    "5, true, 110",
    "6, true, 119", // a delivery starts it again
    "5, false, 119", // so does something in the queue
  })
  void aQueueIsIdleWhenItHasStayedEmptyForTheWholeLimit(long deliveries, boolean quiet, long end) {
    assertThat(watch.isOver(100, 5, true)).isFalse();
    assertThat(watch.isOver(109, deliveries, quiet)).isFalse();
    assertThat(watch.isOver(end - 1, deliveries, true)).isFalse();
    assertThat(watch.isOver(end, deliveries, true)).isTrue();
  }

  @Test
  void aStoreWithoutRoomIsToldOfUntilItHasRoom() {
    health.works(Health.Part.BROKER);
    Monitor.tellOfRoom(Optional.of(new Room(9, 9, "more of it is needed")), health);
    assertThat(health.trouble()).contains("more of it is needed");
    Monitor.tellOfRoom(Optional.of(new Room(9, 10, "more of it is needed")), health);
    assertThat(health.trouble()).isEmpty();

    Monitor.tellOfRoom(Optional.of(new Room(10, 9, "more of it is needed")), health);
    Monitor.tellOfRoom(Optional.empty(), health);
    assertThat(health.trouble()).isEmpty();
  }

  @Test
  void showsTotalsAndTheRateSinceTheLast() {
    PrintStream terminal = new PrintStream(out, true, StandardCharsets.UTF_8);
    Console console = new Console("consumer", null, terminal, true);
    Monitor.LiveLine line = new Monitor.LiveLine(console, "lines", 0, 1_000);
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
