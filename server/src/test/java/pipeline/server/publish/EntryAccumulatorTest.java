package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Entries wait in order and within bounds, and leave in batches that wait only for those expected.
 */
class EntryAccumulatorTest {
  private static final long HOUR = TimeUnit.HOURS.toNanos(1);

  @Test
  void aBatchIsBoundedByEntries() {
    EntryAccumulator accumulator = accumulator(10, 1_000, 3, 1_000, 0);
    for (int i = 0; i < 5; i++) {
      accumulator.offer(entry(i, 1, 0));
    }
    assertThat(sequences(accumulator.take(1))).containsExactly(0, 1, 2);
    assertThat(sequences(accumulator.take(1))).containsExactly(3, 4);
    assertThat(accumulator.size()).isZero();
  }

  @Test
  void aBatchIsBoundedByTheBytesOfItsMessageButTakesALongEntryAlone() {
    EntryAccumulator accumulator = accumulator(10, 1_000, 10, 103, 0);
    accumulator.offer(entry(0, 500, 0), entry(1, 60, 0), entry(2, 40, 0), entry(3, 1, 0));
    assertThat(sequences(accumulator.take(1))).containsExactly(0);
    assertThat(sequences(accumulator.take(1))).containsExactly(1, 2);
    assertThat(sequences(accumulator.take(1))).containsExactly(3);
  }

  @Test
  void aQueueFullOfBytesTakesNoMoreUntilSomeHaveLeft() {
    EntryAccumulator accumulator = accumulator(10, 100, 1, 1_000, 0);
    assertThat(accumulator.offer(entry(0, 60, 5))).isTrue();
    assertThat(accumulator.offer(entry(1, 41, 5))).isFalse();
    assertThat(accumulator.offer(entry(2, 40, 9))).isTrue();
    assertThat(accumulator.bytes()).isEqualTo(100);
    accumulator.drainOverdue(5);
    assertThat(accumulator.offer(entry(3, 60, 9))).isTrue();
    accumulator.take(1);
    assertThat(accumulator.bytes()).isEqualTo(60);
    accumulator.drain();
    assertThat(accumulator.bytes()).isZero();
    assertThat(accumulator.offer(entry(4, 101, 9))).isTrue();
  }

  @Test
  void theEntriesOfARequestAreTakenTogetherOrNotAtAll() {
    EntryAccumulator accumulator = accumulator(3, 100, 1, 1_000, 0);
    assertThat(accumulator.offer(entry(0, 10, 0), entry(1, 10, 0))).isTrue();
    assertThat(accumulator.offer(entry(2, 10, 0), entry(3, 10, 0))).isFalse();
    assertThat(accumulator.offer(entry(2, 81, 0))).isFalse();
    assertThat(accumulator.size()).isEqualTo(2);
    assertThat(accumulator.bytes()).isEqualTo(20);
    assertThat(accumulator.offer(entry(2, 79, 0))).isTrue();
    assertThat(accumulator.offer(entry(3, 1, 0))).isFalse();
  }

  @Test
  void aRequestLargerThanTheQueueIsTakenWhenNothingWaits() {
    EntryAccumulator accumulator = accumulator(2, 100, 1, 1_000, 0);
    assertThat(accumulator.offer(entry(0, 60, 0), entry(1, 60, 0), entry(2, 60, 0))).isTrue();
    assertThat(accumulator.offer(entry(3, 1, 0))).isFalse();
    assertThat(accumulator.drain()).hasSize(3);
  }

  @Test
  void overdueEntriesLeaveInOrder() {
    EntryAccumulator accumulator = accumulator(10, 1_000, 10, 100, 0);
    accumulator.offer(entry(0, 1, 5));
    accumulator.offer(entry(1, 1, 7));
    accumulator.offer(entry(2, 1, 9));
    assertThat(sequences(Optional.of(new Batch(accumulator.drainOverdue(7)))))
        .containsExactly(0, 1);
    assertThat(accumulator.drain()).hasSize(1);
  }

  @Test
  void takeWaitsForAnEntryAndEndsWithTheQueue() throws Exception {
    EntryAccumulator accumulator = accumulator(10, 1_000, 10, 100, 0);
    CompletableFuture<Optional<Batch>> taken = taking(accumulator, 1);
    assertThat(taken).isNotDone();
    accumulator.offer(entry(0, 1, 0));
    assertThat(sequences(taken.get(5, TimeUnit.SECONDS))).containsExactly(0);

    CompletableFuture<Optional<Batch>> last = taking(accumulator, 1);
    accumulator.close();
    assertThat(last.get(5, TimeUnit.SECONDS)).isEmpty();
    assertThat(accumulator.offer(entry(1, 1, 0))).isFalse();
  }

  @Test
  void takeLingersForThoseThatAreExpected() throws Exception {
    EntryAccumulator accumulator = accumulator(10, 1_000, 10, 100, HOUR);
    accumulator.offer(entry(0, 1, 0));
    CompletableFuture<Optional<Batch>> taken = taking(accumulator, 3);
    accumulator.offer(entry(1, 1, 0));
    assertThat(taken).isNotDone();
    accumulator.offer(entry(2, 1, 0));
    assertThat(sequences(taken.get(5, TimeUnit.SECONDS))).containsExactly(0, 1, 2);
  }

  @Test
  void lingeringEndsAfterItsTimeAndWithTheQueue() throws Exception {
    EntryAccumulator brief = accumulator(10, 1_000, 10, 100, 1);
    brief.offer(entry(0, 1, 0));
    assertThat(sequences(brief.take(3))).containsExactly(0);

    EntryAccumulator closed = accumulator(10, 1_000, 10, 100, HOUR);
    closed.offer(entry(0, 1, 0));
    CompletableFuture<Optional<Batch>> taken = taking(closed, 3);
    closed.close();
    assertThat(sequences(taken.get(5, TimeUnit.SECONDS))).containsExactly(0);
  }

  @Test
  void theOneThatExpectsFewestIsWokenByThem() throws Exception {
    EntryAccumulator accumulator = accumulator(10, 1_000, 10, 100, HOUR);
    // in either order: the later one's number must not hide the earlier one's
    for (int[] expectations : new int[][] {{2, 9}, {9, 2}}) {
      CompletableFuture<Optional<Batch>> first = lingering(accumulator, expectations[0]);
      CompletableFuture<Optional<Batch>> second = lingering(accumulator, expectations[1]);
      CompletableFuture<Optional<Batch>> fewest = expectations[0] == 2 ? first : second;
      accumulator.offer(entry(0, 1, 0));
      assertThat(fewest).isNotDone();
      accumulator.offer(entry(1, 1, 0));
      assertThat(sequences(fewest.get(5, TimeUnit.SECONDS))).containsExactly(0, 1);
      for (int i = 0; i < 9; i++) {
        accumulator.offer(entry(i, 1, 0));
      }
      CompletableFuture<Optional<Batch>> most = fewest == first ? second : first;
      assertThat(sequences(most.get(5, TimeUnit.SECONDS))).hasSize(9);
    }
  }

  /** Starts a take that waits for {@code expected} entries. */
  private static CompletableFuture<Optional<Batch>> lingering(
      EntryAccumulator accumulator, int expected) {
    CompletableFuture<Optional<Batch>> taken = new CompletableFuture<>();
    Thread publisher = new Thread(() -> taken.complete(accumulator.take(expected)), "publisher");
    publisher.start();
    await().until(() -> publisher.getState() == Thread.State.TIMED_WAITING);
    return taken;
  }

  @Test
  void whoHasLingeredInVainTakesTheFirstEntryAtOnce() throws Exception {
    EntryAccumulator accumulator = accumulator(10, 1_000, 10, 100, 1);
    CompletableFuture<Optional<Batch>> taken = taking(accumulator, 3);
    assertThat(taken).isNotDone();
    accumulator.offer(entry(0, 1, 0));
    assertThat(sequences(taken.get(5, TimeUnit.SECONDS))).containsExactly(0);
  }

  @Test
  void nobodyLingersForMoreThanABatchHolds() {
    EntryAccumulator accumulator = accumulator(10, 1_000, 2, 100, HOUR);
    accumulator.offer(entry(0, 1, 0), entry(1, 1, 0));
    assertThat(sequences(accumulator.take(5))).containsExactly(0, 1);
  }

  private static CompletableFuture<Optional<Batch>> taking(
      EntryAccumulator accumulator, int answered) {
    return CompletableFuture.supplyAsync(() -> accumulator.take(answered));
  }

  private static EntryAccumulator accumulator(
      int capacity, long capacityBytes, int batchEntries, int batchBytes, long lingerNanos) {
    return new EntryAccumulator(
        capacity, capacityBytes, batchEntries, () -> batchBytes, lingerNanos);
  }

  private static PendingPublish entry(int seq, int bytes, long deadline) {
    byte[] text = new byte[bytes];
    text[0] = (byte) seq;
    return new PendingPublish(new MessageFormat.EncodedEntry(1, text), deadline, result -> {});
  }

  private static List<Integer> sequences(Optional<Batch> batch) {
    return batch.orElseThrow().entries().stream()
        .map(entry -> (int) entry.entry().bytes()[0])
        .toList();
  }
}
