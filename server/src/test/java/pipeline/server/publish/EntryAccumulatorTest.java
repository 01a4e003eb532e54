package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.server.broker.PublishConfig;

/**
 * Entries wait in order and within bounds, and leave in batches that wait only for those expected.
 */
class EntryAccumulatorTest {
  private static final long HOUR = TimeUnit.HOURS.toNanos(1);

  @Test
  void aBatchIsBoundedByEntriesAndByTheBytesOfItsMessageButTakesALongEntryAlone() {
    EntryAccumulator accumulator = accumulator(10, 1_000, 3, 0);
    offer(
        accumulator,
        entry(0, 500),
        entry(1, 60),
        entry(2, 40),
        entry(3, 1),
        entry(4, 1),
        entry(5, 1));
    for (int[] batch : new int[][] {{0}, {1, 2}, {3, 4, 5}}) {
      assertThat(taken(accumulator, 1)).containsExactly(batch);
    }
    assertThat(accumulator.size()).isZero();
  }

  @Test
  void aQueueFullOfBytesTakesNoMoreUntilSomeHaveLeft() {
    EntryAccumulator accumulator = accumulator(10, 100, 1, 0);
    assertThat(offer(accumulator, entry(0, 60, 5))).isTrue();
    assertThat(offer(accumulator, entry(1, 41, 5))).isFalse();
    assertThat(offer(accumulator, entry(2, 40, 9))).isTrue();
    accumulator.drain(entry -> entry.isOverdue(5));
    assertThat(offer(accumulator, entry(3, 60, 9))).isTrue();
    accumulator.take(0, 1);
    assertThat(offer(accumulator, entry(4, 41, 9))).isFalse();
    assertThat(offer(accumulator, entry(5, 40, 9))).isTrue();
  }

  @Test
  void theEntriesOfARequestAreTakenTogetherOrNotAtAllAndAlwaysWhenNothingWaits() {
    EntryAccumulator accumulator = accumulator(3, 100, 1, 0);
    assertThat(offer(accumulator, entry(0, 10), entry(1, 10))).isTrue();
    assertThat(offer(accumulator, entry(2, 10), entry(3, 10))).isFalse();
    assertThat(offer(accumulator, entry(2, 81))).isFalse();
    assertThat(accumulator.size()).isEqualTo(2);
    accumulator.drain(entry -> true);
    assertThat(offer(accumulator, entry(0, 60), entry(1, 60), entry(2, 60), entry(3, 60))).isTrue();
    assertThat(offer(accumulator, entry(4, 1))).isFalse();
    assertThat(accumulator.drain(entry -> true)).hasSize(4);
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 3"})
  void takeWaitsForTheFirstEntryWhateverWasExpectedAndEndsWithTheQueue(long linger, int expected)
      throws Exception {
    EntryAccumulator accumulator = accumulator(10, 1_000, 10, linger);
    CompletableFuture<int[]> first = waiting(accumulator, expected, Thread.State.WAITING);
    offer(accumulator, entry(0, 1));
    assertThat(first.get(5, TimeUnit.SECONDS)).containsExactly(0);

    CompletableFuture<int[]> last = waiting(accumulator, expected, Thread.State.WAITING);
    accumulator.close();
    assertThat(last.get(5, TimeUnit.SECONDS)).isEmpty();
    assertThat(offer(accumulator, entry(1, 1))).isFalse();
  }

  @Test
  void lingeringEndsWithTheNumberExpectedOrOfABatchOrAfterItsTimeOrWithTheQueue() throws Exception {
    EntryAccumulator accumulator = accumulator(10, 1_000, 3, HOUR);
    CompletableFuture<int[]> taken = lingering(accumulator, 3);
    offer(accumulator, entry(0, 1), entry(1, 1));
    assertThat(taken).isNotDone();
    offer(accumulator, entry(2, 1));
    assertThat(taken.get(5, TimeUnit.SECONDS)).containsExactly(0, 1, 2);

    offer(accumulator, entry(0, 1), entry(1, 1), entry(2, 1));
    assertThat(taken(accumulator, 5)).hasSize(3);

    taken = lingering(accumulator, 3);
    offer(accumulator, entry(0, 1));
    accumulator.close();
    assertThat(taken.get(5, TimeUnit.SECONDS)).containsExactly(0);

    EntryAccumulator brief = accumulator(10, 1_000, 10, 1);
    offer(brief, entry(0, 1));
    assertThat(taken(brief, 3)).containsExactly(0);
  }

  /** In either order: the later one's number must not hide the earlier one's. */
  @ParameterizedTest
  @CsvSource({"2, 9", "9, 2"})
  void theOneThatExpectsFewestIsWokenByThem(int former, int latter) throws Exception {
    EntryAccumulator accumulator = accumulator(10, 1_000, 10, HOUR);
    CompletableFuture<int[]> first = lingering(accumulator, former);
    CompletableFuture<int[]> second = lingering(accumulator, latter);
    CompletableFuture<int[]> fewest = former < latter ? first : second;
    offer(accumulator, entry(0, 1));
    assertThat(fewest).isNotDone();
    offer(accumulator, entry(1, 1));
    assertThat(fewest.get(5, TimeUnit.SECONDS)).containsExactly(0, 1);
    for (int i = 0; i < 9; i++) {
      offer(accumulator, entry(i, 1));
    }
    CompletableFuture<int[]> most = former < latter ? second : first;
    assertThat(most.get(5, TimeUnit.SECONDS)).hasSize(9);
  }

  private static CompletableFuture<int[]> lingering(EntryAccumulator accumulator, int expected) {
    return waiting(accumulator, expected, Thread.State.TIMED_WAITING);
  }

  /** Starts a take on a thread of its own, and waits until it waits. */
  private static CompletableFuture<int[]> waiting(
      EntryAccumulator accumulator, int expected, Thread.State state) {
    CompletableFuture<int[]> taken = new CompletableFuture<>();
    Thread publisher = new Thread(() -> taken.complete(taken(accumulator, expected)), "publisher");
    publisher.start();
    await().until(() -> publisher.getState() == state);
    return taken;
  }

  /** The entries of the next batch; none if the queue has ended. */
  private static int[] taken(EntryAccumulator accumulator, int expected) {
    Optional<Batch> batch = accumulator.take(0, expected);
    return batch.map(each -> sequences(each.entries())).orElse(new int[0]);
  }

  private static int[] sequences(List<PendingPublish> entries) {
    return IntStream.range(0, entries.size()).map(i -> entries.get(i).entry().bytes()[0]).toArray();
  }

  private static boolean offer(EntryAccumulator accumulator, PendingPublish... request) {
    return accumulator.offer(List.of(request));
  }

  private static EntryAccumulator accumulator(
      int capacity, int capacityBytes, int batchEntries, long lingerNanos) {
    return new EntryAccumulator(
        2,
        new PublishConfig(
            true,
            true,
            true,
            1,
            batchEntries,
            1_000,
            Duration.ofNanos(lingerNanos),
            capacity,
            capacityBytes,
            Duration.ofSeconds(1)),
        () -> 103);
  }

  private static PendingPublish entry(int seq, int bytes) {
    return entry(seq, bytes, 0);
  }

  private static PendingPublish entry(int seq, int bytes, long deadline) {
    return entry(0, seq, bytes, deadline);
  }

  private static PendingPublish in(int partition, int seq) {
    return entry(partition, seq, 1, 0);
  }

  private static PendingPublish entry(int partition, int seq, int bytes, long deadline) {
    byte[] text = new byte[bytes];
    text[0] = (byte) seq;
    MessageFormat.EncodedEntry entry = new MessageFormat.EncodedEntry(partition, 1, text);
    return new PendingPublish(entry, new PendingPublish.Request(1, deadline, result -> {}));
  }

  @Test
  void partitionsAreTakenApartAndBoundedTogether() {
    EntryAccumulator accumulator = accumulator(3, 1_000, 10, 0);
    offer(accumulator, in(1, 0), in(0, 1), in(1, 2));
    assertThat(offer(accumulator, in(0, 3))).isFalse();
    assertThat(sequences(accumulator.take(1, 1).orElseThrow().entries())).containsExactly(0, 2);
    assertThat(offer(accumulator, in(1, 4))).isTrue();
    assertThat(sequences(accumulator.take(0, 1).orElseThrow().entries())).containsExactly(1);
    assertThat(accumulator.drain(entry -> true)).hasSize(1);
  }
}
