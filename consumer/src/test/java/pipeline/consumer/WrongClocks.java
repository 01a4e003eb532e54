package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static pipeline.consumer.store.Entries.line;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.LongSupplier;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Room;
import pipeline.consumer.store.Store;
import pipeline.consumer.store.StoreReader;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunAge;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;

/**
 * Clients, a server and a store, each with a clock of its own that is wrong, and a queue between
 * them. Whatever the server takes is counted, or is a copy of what was counted, or is refused.
 */
final class WrongClocks {
  private static final SecureRandom IDS = new SecureRandom();
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();
  private static final long DAY = Duration.ofDays(1).toMillis();

  private static final long[] ERRORS = {
    0, 9 * MINUTE, -9 * MINUTE, 11 * MINUTE, -11 * MINUTE, 5 * DAY, -5 * DAY, 40 * DAY, -40 * DAY
  };
  private static final int LOOKS = 62;

  /** A clock that differs from the true time. */
  private final class WrongClock implements LongSupplier {
    private long error;

    @Override
    public long getAsLong() {
      return now + error;
    }

    private void jump() {
      error = ERRORS[random.nextInt(ERRORS.length)];
    }
  }

  /** A store that gets another clock than its own. */
  private record ByClock(Store<Map<String, Integer>> store, LongSupplier clock)
      implements Store<Map<String, Integer>> {
    @Override
    public long nowMillis() {
      return clock.getAsLong();
    }

    @Override
    public Added<Map<String, Integer>> add(
        List<Entry<Map<String, Integer>>> entries, List<RunEnd> ends) {
      return store.add(entries, ends);
    }

    @Override
    public void commit() throws IOException {
      store.commit();
    }

    @Override
    public void forget(long startedBeforeMillis) throws IOException {
      store.forget(startedBeforeMillis);
    }

    @Override
    public Optional<Room> room() {
      return store.room();
    }

    @Override
    public void close() {
      store.close();
    }
  }

  private final Random random;
  private final Store<Map<String, Integer>> store;
  private final RunForgetting forgetting;

  private final WrongClock client = new WrongClock();
  private final WrongClock server = new WrongClock();
  private final WrongClock consumer = new WrongClock();
  private final List<RunId> runs = new ArrayList<>();
  private final Deque<RequestKey> queue = new ArrayDeque<>();
  private final Set<RequestKey> counted = new HashSet<>();

  private long now;
  private long nanos;
  private int copies;
  private int refused;
  private int forbidden;

  /**
   * @param store without runs that could be forgotten before {@code now}
   */
  WrongClocks(Store<Map<String, Integer>> store, long now, Random random) {
    this.now = now;
    this.random = random;
    this.store = new ByClock(store, consumer);
    this.forgetting = new RunForgetting(this.store, queue::isEmpty, () -> true, () -> nanos);
  }

  /** Makes all clocks wrong, each by an error of its own. */
  void jump() {
    client.jump();
    server.jump();
    consumer.jump();
  }

  /**
   * Runs some steps: lines are sent, wait and are delivered, time passes, and wrong clocks jump.
   */
  void live(int steps, boolean areWrong) throws IOException {
    for (int step = 0; step < steps; step++) {
      switch (random.nextInt(areWrong ? 8 : 7)) {
        case 0 -> runs.add(RunId.startingAt(client.getAsLong(), IDS));
        case 1, 2, 3 -> send();
        case 4 -> deliver();
        case 5 -> look();
        case 6 -> now += random.nextInt(10) * DAY;
        default -> jump();
      }
    }
    deliver();
  }

  /** Sends a line of one of the latest runs, perhaps again. */
  private void send() {
    if (!runs.isEmpty()) {
      RunId run = runs.get(Math.max(0, runs.size() - 1 - random.nextInt(4)));
      if (isTaken(run.startMillis() - server.getAsLong())) {
        queue.add(new RequestKey(run, random.nextInt(5)));
      } else {
        forbidden++;
      }
    }
  }

  private static boolean isTaken(long ahead) {
    return ahead <= RunAge.AHEAD.toMillis() && -ahead <= RunAge.TAKEN.toMillis();
  }

  private void deliver() throws IOException {
    while (!queue.isEmpty()) {
      RequestKey key = queue.remove();
      Entry<Map<String, Integer>> entry = line(key.run(), key.seq(), word(key));
      Added<Map<String, Integer>> added = store.add(List.of(entry));
      store.commit();
      if (!added.refused().isEmpty()) {
        refused++;
      } else if (!counted.add(key)) {
        copies++;
      }
    }
  }

  /** Lets more than an hour pass on an empty queue, and looks for runs to forget. */
  private void look() {
    for (int i = 0; i < LOOKS; i++) {
      forgetting.look();
      now += MINUTE;
      nanos += Duration.ofMinutes(1).toNanos();
    }
  }

  private static String word(RequestKey key) {
    return key.run() + "-" + key.seq();
  }

  /**
   * Asserts that every line is counted once. Each has a word of its own, so a line counted twice
   * cannot hide a lost one.
   */
  void assertExact(StoreReader reader) {
    Map<String, Long> expected = new HashMap<>();
    counted.forEach(key -> expected.put(word(key), 1L));
    assertThat(CountedStore.asMap(reader)).isEqualTo(expected);
  }

  int counted() {
    return counted.size();
  }

  int copies() {
    return copies;
  }

  /** The number of lines that went to the dead queue. */
  int refused() {
    return refused;
  }

  /** The number of lines that were answered with 409. */
  int forbidden() {
    return forbidden;
  }
}
