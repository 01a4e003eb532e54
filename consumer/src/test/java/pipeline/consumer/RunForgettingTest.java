package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static pipeline.consumer.store.Entries.line;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.file.FileStore;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunAge;
import pipeline.wire.identity.RunId;

/**
 * A run is forgotten only if it is old, and after all that waited in its queue was counted.
 * Whatever the clocks say, what a server takes is counted, or is a copy of what was counted, or is
 * refused.
 */
class RunForgettingTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final long[] ERRORS = {
    0, 9 * MINUTE, -9 * MINUTE, 11 * MINUTE, -11 * MINUTE, 5 * DAY, -5 * DAY, 40 * DAY, -40 * DAY
  };
  private static final int HISTORIES = 100;
  private static final int STEPS = 200;

  /** The minutes after which an empty queue lets old runs be forgotten, and one more. */
  private static final int LOOKS = 62;

  private int counted;
  private int copies;
  private int refused;
  private int forbidden;

  private final History history = new History(0);
  private final RunId old = history.run(31 * DAY + MINUTE);
  private final RunId young = history.run(31 * DAY);

  /**
   * A history has numbers of minutes, and what is true from then on. A machine that slept has not
   * watched the queue, so a jump of the time of day does not make the hour pass.
   */
  @ParameterizedTest
  @CsvSource({
    "60, 2",
    "1 jump 59, 2",
    "61, 1",
    "61 61, 0",
    "1 waiting 60, 2",
    "1 waiting 60 empty 1, 1",
    "waiting 57600, 2",
    "59 unsettled 1 settled 60, 2",
    "59 unsettled 1 settled 61, 0",
    "unsettled 57600, 2",
  })
  void aRunIsForgottenWhenItIsOldAndNothingWaitedForAnHour(String events, int remembered) {
    for (String event : events.split(" ", -1)) {
      switch (event) {
        case "waiting" -> history.queue.add(new RequestKey(young, 0));
        case "empty" -> history.queue.clear();
        case "jump" -> history.now += DAY;
        case "unsettled", "settled" -> history.isEarlierSettled = event.equals("settled");
        default -> history.look(Integer.parseInt(event));
      }
    }
    assertThat(history.remembered()).isEqualTo(List.of(old, young).subList(2 - remembered, 2));
  }

  @Test
  void whateverTheClocksSayNoLineIsCountedTwiceOrLostInSilence() throws Exception {
    for (int seed = 0; seed < HISTORIES; seed++) {
      new History(seed).live(true);
    }
    // the histories must have counted lines, or they tried nothing
    assertThat(counted).isGreaterThan(HISTORIES);
    assertThat(refused).isPositive();
    assertThat(forbidden).isPositive();
  }

  @Test
  void whileAllClocksAreRightNothingIsRefused() throws Exception {
    for (int seed = 0; seed < HISTORIES; seed++) {
      new History(seed).live(false);
    }
    assertThat(refused).isZero();
    assertThat(copies).isGreaterThan(HISTORIES);
  }

  /**
   * Clients, a server and a store, each with a clock of its own, and a queue between them. Lines
   * are sent, wait and are delivered, time passes, and wrong clocks jump.
   */
  private final class History {
    private final Random random;
    private final FileStore<Map<String, Integer>> store =
        CountedStore.words(() -> this.now + this.consumerError);
    private final Deque<RequestKey> queue = new ArrayDeque<>();
    private final RunForgetting forgetting =
        new RunForgetting(store, queue::isEmpty, () -> this.isEarlierSettled, () -> this.nanos);
    private final List<RunId> runs = new ArrayList<>();
    private final Set<RequestKey> known = new HashSet<>();
    private long now = Instant.parse("2026-03-01T00:00:00Z").toEpochMilli();
    private long nanos;
    private boolean isEarlierSettled = true;
    private long clientError;
    private long serverError;
    private long consumerError;

    History(int seed) {
      random = new Random(seed);
    }

    /** A run of this age, of which a line is counted. */
    RunId run(long ageMillis) {
      RunId run = RunId.startingAt(now - ageMillis, RANDOM);
      store.add(List.of(line(run, 0, "a")), List.of());
      return run;
    }

    List<RunId> remembered() {
      return CountedStore.runs(store.reader()).stream().map(RunFigures::run).sorted().toList();
    }

    void live(boolean areWrong) throws IOException {
      for (int step = 0; step < STEPS; step++) {
        switch (random.nextInt(areWrong ? 8 : 7)) {
          case 0 -> runs.add(RunId.startingAt(now + clientError, RANDOM));
          case 1, 2, 3 -> send();
          case 4 -> deliver();
          case 5 -> look(LOOKS);
          case 6 -> now += random.nextInt(10) * DAY;
          default -> {
            clientError = ERRORS[random.nextInt(ERRORS.length)];
            serverError = ERRORS[random.nextInt(ERRORS.length)];
            consumerError = ERRORS[random.nextInt(ERRORS.length)];
          }
        }
      }
      deliver();
      assertExact();
    }

    /** Sends a line of one of the latest runs, perhaps again. */
    private void send() {
      if (runs.isEmpty()) {
        return;
      }
      RunId run = runs.get(Math.max(0, runs.size() - 1 - random.nextInt(4)));
      long ahead = run.startMillis() - (now + serverError);
      if (ahead <= RunAge.AHEAD.toMillis() && -ahead <= RunAge.TAKEN.toMillis()) {
        queue.add(new RequestKey(run, random.nextInt(5)));
      } else {
        forbidden++;
      }
    }

    private void deliver() throws IOException {
      while (!queue.isEmpty()) {
        RequestKey key = queue.remove();
        Added<?> added = store.add(List.of(line(key.run(), key.seq(), word(key))), List.of());
        store.commit();
        if (!added.refused().isEmpty()) {
          refused++;
        } else if (known.add(key)) {
          counted++;
        } else {
          copies++;
        }
      }
    }

    /** Looks for runs to forget, once a minute. */
    void look(int minutes) {
      for (int i = 0; i < minutes; i++) {
        forgetting.look();
        now += MINUTE;
        nanos += TimeUnit.MILLISECONDS.toNanos(MINUTE);
      }
    }

    /** The word of a line, which no other has, so that a copy cannot hide a lost line. */
    private static String word(RequestKey key) {
      return key.run() + "-" + key.seq();
    }

    private void assertExact() {
      Map<String, Long> expected = new HashMap<>();
      known.forEach(key -> expected.put(word(key), 1L));
      assertThat(CountedStore.asMap(store.reader())).isEqualTo(expected);
    }
  }
}
