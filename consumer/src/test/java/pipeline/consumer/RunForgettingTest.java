package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static pipeline.consumer.store.Entries.line;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.file.FileStore;
import pipeline.wire.identity.RunId;

/** A run is forgotten only if it is old, and after all that waited in its queue was counted. */
class RunForgettingTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final AtomicLong wall =
      new AtomicLong(Instant.parse("2026-03-01T00:00:00Z").toEpochMilli());
  private final AtomicLong nanos = new AtomicLong();
  private final FileStore<Map<String, Integer>> store = CountedStore.words(wall::get);
  private boolean isNothingReady = true;
  private boolean isEarlierSettled = true;
  private final RunForgetting forgetting =
      new RunForgetting(store, () -> isNothingReady, () -> isEarlierSettled, nanos::get);

  private final RunId old = run(DAY.multipliedBy(31).plus(MINUTE));
  private final RunId young = run(DAY.multipliedBy(31));

  private RunId run(Duration age) {
    RunId run = RunId.startingAt(wall.get() - age.toMillis(), RANDOM);
    store.add(List.of(line(run, 0, "a")), List.of());
    return run;
  }

  private void look(int minutes) {
    for (int i = 0; i < minutes; i++) {
      forgetting.look();
      nanos.addAndGet(MINUTE.toNanos());
      wall.addAndGet(MINUTE.toMillis());
    }
  }

  private List<RunId> remembered() {
    return CountedStore.runs(store.reader()).stream().map(RunFigures::run).sorted().toList();
  }

  /** A history has numbers of minutes, and what is true from then on. */
  @ParameterizedTest
  @CsvSource({
    "60, 2",
    "61, 1",
    "61 61, 0",
    "1 waiting 60, 2",
    "1 waiting 60 empty 1, 1",
    "waiting 57600, 2",
    "59 unsettled 1 settled 60, 2",
    "59 unsettled 1 settled 61, 0",
    "unsettled 57600, 2",
  })
  void aRunIsForgottenWhenItIsOldAndNothingWaitedForAnHour(String history, int remembered) {
    for (String event : history.split(" ", -1)) {
      switch (event) {
        case "waiting", "empty" -> isNothingReady = event.equals("empty");
        case "unsettled", "settled" -> isEarlierSettled = event.equals("settled");
        default -> look(Integer.parseInt(event));
      }
    }
    assertThat(remembered()).isEqualTo(List.of(old, young).subList(2 - remembered, 2));
  }

  /**
   * A machine that slept has not watched the queue, so the time of day does not make the hour pass.
   */
  @Test
  void aJumpOfTheTimeOfDayIsNoHour() {
    look(1);
    wall.addAndGet(DAY.toMillis());
    look(59);
    assertThat(remembered()).containsExactly(old, young);
  }
}
