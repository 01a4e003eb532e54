package pipeline.consumer.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static pipeline.consumer.store.Entries.line;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.Limits;
import pipeline.consumer.store.Refusal;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.wire.identity.RunId;

/** What is forgotten is not counted again, and no clock that jumps makes anything be forgotten. */
class HorizonTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final Limits LIMITS = new Limits(100, 1 << 20, 1 << 20, Duration.ofDays(30));

  private final AtomicLong wall =
      new AtomicLong(Instant.parse("2026-03-01T00:00:00Z").toEpochMilli());
  private final AtomicLong elapsed = new AtomicLong(5);
  private InMemoryCounts<Map<String, Integer>> counts = started();

  private InMemoryCounts<Map<String, Integer>> started() {
    WordCountHandler words = new WordCountHandler();
    return new InMemoryCounts<>(
        words.newTotals(),
        words::apply,
        new DedupIndex(LIMITS, wall::get, elapsed::get),
        LIMITS.wordBytes());
  }

  /** Ends the process and starts another, which has a clock of its own for what passes. */
  private void restart() {
    CheckpointDelta saved = counts.fullCheckpoint();
    elapsed.set(1_000_000);
    counts = started();
    counts.restore(saved);
  }

  private RunId startedBefore(long millis) {
    return RunId.startingAt(wall.get() - millis, RANDOM);
  }

  private void pass(long millis) {
    wall.addAndGet(millis);
    elapsed.addAndGet(millis);
    counts.checkpoint();
  }

  private Added<Map<String, Integer>> count(RunId run) {
    Added<Map<String, Integer>> added = counts.add(List.of(line(run, 0, "a")));
    counts.checkpoint();
    return added;
  }

  private void assertForgotten(RunId run) {
    assertThat(count(run).reasons()).containsOnlyKeys(Refusal.FORGOTTEN);
  }

  private void assertCounted(RunId run) {
    assertThat(count(run).counted()).isEqualTo(1);
  }

  private void assertCopy(RunId run) {
    Added<Map<String, Integer>> added = count(run);
    assertThat(added.counted()).isZero();
    assertThat(added.refused()).isEmpty();
  }

  @Test
  void aRunThatBeganBeforeAForgottenOneIsNoNewRun() {
    RunId forgotten = startedBefore(DAY);
    RunId older = startedBefore(2 * DAY);
    RunId younger = startedBefore(DAY / 2);
    RunId without = new RunId(1, 1);
    assertCounted(forgotten);
    assertCounted(without);
    pass(31 * DAY);

    assertThat(counts.runs()).isEmpty();
    assertForgotten(forgotten);
    assertForgotten(older);
    assertCounted(younger);
    assertCounted(without);
    assertCounted(startedBefore(0));
  }

  @Test
  void aRunThatIsRememberedIsNeverJudgedByItsStart() {
    RunId old = startedBefore(300 * DAY);
    assertCounted(old);
    RunId forgotten = startedBefore(0);
    assertCounted(forgotten);
    pass(20 * DAY);
    assertCopy(old);
    pass(20 * DAY);
    assertForgotten(forgotten);
    assertThat(counts.add(List.of(line(old, 1, "a"))).counted()).isEqualTo(1);
  }

  @Test
  void theHorizonOutlivesTheProcessAndNeverGoesBack() {
    RunId late = startedBefore(0);
    RunId early = startedBefore(10 * DAY);
    assertCounted(late);
    pass(DAY);
    assertCounted(early);
    pass(30 * DAY);
    assertThat(counts.runs()).hasSize(1);
    restart();
    assertForgotten(late);
    pass(DAY);
    assertThat(counts.runs()).isEmpty();
    restart();
    assertForgotten(late);
    assertForgotten(early);
  }

  @Test
  void aStartInTheFutureIsNotBelieved() {
    RunId liar = startedBefore(-1_000 * DAY);
    assertCounted(liar);
    pass(31 * DAY);
    assertThat(counts.runs()).isEmpty();
    assertCounted(startedBefore(0));
    assertCounted(startedBefore(400 * DAY));
  }

  @Test
  void noJumpOfTheTimeOfDayMakesARunOld() {
    RunId run = startedBefore(DAY);
    assertCounted(run);
    for (long jump : new long[] {365 * DAY, -730 * DAY, 400 * DAY}) {
      wall.addAndGet(jump);
      elapsed.addAndGet(DAY);
      counts.checkpoint();
      assertCopy(run);
    }
  }

  @Test
  void noJumpBetweenTwoProcessesMakesARunOld() {
    RunId run = startedBefore(DAY);
    assertCounted(run);
    for (long jump : new long[] {365 * DAY, -730 * DAY, 400 * DAY}) {
      wall.addAndGet(jump);
      restart();
      counts.checkpoint();
      assertCopy(run);
    }
  }

  @Test
  void aRunIsForgottenWhereverTheTimeOfDayStandsThen() {
    RunId run = startedBefore(DAY);
    assertCounted(run);
    wall.addAndGet(-365 * DAY);
    pass(20 * DAY);
    restart();
    pass(11 * DAY);
    assertThat(counts.runs()).isEmpty();
    assertForgotten(run);
    wall.addAndGet(-365 * DAY);
    assertForgotten(run);
  }

  @Test
  void aStateWithoutAClockAgesByTheEarlierOfWhatItSawAndNow() {
    for (long jump : new long[] {365 * DAY, -365 * DAY}) {
      counts = started();
      RunId run = startedBefore(DAY);
      assertCounted(run);
      CheckpointDelta now = counts.fullCheckpoint();
      CheckpointDelta old =
          new CheckpointDelta(
              now.counts(),
              now.chunks(),
              now.runs(),
              List.of(),
              CheckpointDelta.Ages.UNKNOWN,
              now.lines());
      wall.addAndGet(jump);
      counts = started();
      counts.restore(old);
      counts.checkpoint();
      assertCopy(run);
      pass(31 * DAY);
      assertThat(counts.runs()).isEmpty();
    }
  }
}
