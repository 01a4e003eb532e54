package pipeline.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

class WaitingEntriesTest {

  @Test
  void aBatchIsBoundedByEntries() {
    WaitingEntries waiting = new WaitingEntries(10, 3, 1_000);
    for (int i = 0; i < 5; i++) {
      waiting.offer(entry(i, 1, 0));
    }
    assertThat(sequences(waiting.take())).containsExactly(0, 1, 2);
    assertThat(sequences(waiting.poll())).containsExactly(3, 4);
    assertThat(waiting.poll()).isEmpty();
  }

  @Test
  void aBatchIsBoundedByBytesButTakesALongEntryAlone() {
    WaitingEntries waiting = new WaitingEntries(10, 10, 100);
    waiting.offer(entry(0, 500, 0));
    waiting.offer(entry(1, 60, 0));
    waiting.offer(entry(2, 40, 0));
    waiting.offer(entry(3, 1, 0));
    assertThat(sequences(waiting.take())).containsExactly(0);
    assertThat(sequences(waiting.take())).containsExactly(1, 2);
    assertThat(sequences(waiting.take())).containsExactly(3);
  }

  @Test
  void aFullQueueTakesNoMore() {
    WaitingEntries waiting = new WaitingEntries(2, 10, 100);
    assertThat(waiting.offer(entry(0, 1, 0))).isTrue();
    assertThat(waiting.offer(entry(1, 1, 0))).isTrue();
    assertThat(waiting.offer(entry(2, 1, 0))).isFalse();
  }

  @Test
  void overdueEntriesLeaveInOrder() {
    WaitingEntries waiting = new WaitingEntries(10, 10, 100);
    waiting.offer(entry(0, 1, 5));
    waiting.offer(entry(1, 1, 7));
    waiting.offer(entry(2, 1, 9));
    assertThat(sequences(waiting.drainOverdue(7))).containsExactly(0, 1);
    assertThat(sequences(waiting.drain())).containsExactly(2);
  }

  @Test
  void takeWaitsForAnEntryAndEndsWithTheQueue() throws Exception {
    WaitingEntries waiting = new WaitingEntries(10, 10, 100);
    CompletableFuture<List<PendingEntry>> taken = CompletableFuture.supplyAsync(waiting::take);
    assertThat(taken).isNotDone();
    waiting.offer(entry(0, 1, 0));
    assertThat(taken.get(5, TimeUnit.SECONDS)).hasSize(1);

    CompletableFuture<List<PendingEntry>> last = CompletableFuture.supplyAsync(waiting::take);
    waiting.close();
    assertThat(last.get(5, TimeUnit.SECONDS)).isEmpty();
    assertThat(waiting.offer(entry(1, 1, 0))).isFalse();
  }

  private static PendingEntry entry(int seq, int bytes, long deadline) {
    RequestKey key = new RequestKey(new RunId(0, 0), seq);
    return new PendingEntry(key, new byte[bytes], deadline, verdict -> {});
  }

  private static List<Integer> sequences(List<PendingEntry> entries) {
    return entries.stream().map(entry -> entry.key().seq()).toList();
  }
}
