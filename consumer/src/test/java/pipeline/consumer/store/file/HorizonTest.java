package pipeline.consumer.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static pipeline.consumer.store.Entries.line;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Refusal;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;

/**
 * Lines of forgotten runs are not counted again, and an id with a false start harms no other run.
 */
class HorizonTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final long REMEMBERED = 31 * DAY;

  private final AtomicLong wall =
      new AtomicLong(Instant.parse("2026-03-01T00:00:00Z").toEpochMilli());
  @TempDir private Path temp;
  private StateDirectory directory;
  private FileStore<Map<String, Integer>> counts;

  @BeforeEach
  void start() throws Exception {
    directory = StateDirectory.open(temp.resolve("state"));
    counts =
        FileStore.open(
            directory,
            StateFolder.SUBJECT,
            new WordCountHandler().counting(),
            FileLimits.of(1 << 20, wall::get));
  }

  @AfterEach
  void stop() {
    counts.close();
    directory.close();
  }

  private void restart() throws Exception {
    stop();
    start();
  }

  private List<RunFigures> runs() {
    return CountedStore.runs(counts.reader());
  }

  private RunId startedBefore(long millis) {
    return RunId.startingAt(wall.get() - millis, RANDOM);
  }

  /** Lets time pass on an empty queue, and forgets old runs. */
  private void pass(long millis) throws Exception {
    wall.addAndGet(millis);
    counts.forget(wall.get() - REMEMBERED);
  }

  private Added<Map<String, Integer>> count(RunId run) throws Exception {
    Added<Map<String, Integer>> added = counts.add(List.of(line(run, 0, "a")));
    counts.commit();
    return added;
  }

  private void assertForgotten(RunId run) throws Exception {
    assertThat(count(run).reasons()).containsOnlyKeys(Refusal.FORGOTTEN);
  }

  private void assertCounted(RunId run) throws Exception {
    assertThat(count(run).counted()).isEqualTo(1);
  }

  private void assertCopy(RunId run) throws Exception {
    Added<Map<String, Integer>> added = count(run);
    assertThat(added.counted()).isZero();
    assertThat(added.refused()).isEmpty();
  }

  @Test
  void aRunIsForgottenByItsStartAndNoOtherTime() throws Exception {
    RunId run = startedBefore(0);
    RunId younger = startedBefore(-1_000);
    assertCounted(run);
    assertCounted(younger);
    pass(REMEMBERED);
    assertCopy(run);
    pass(1);
    assertForgotten(run);
    assertCopy(younger);
  }

  @Test
  void anUnknownRunThatBeganNoLaterThanAForgottenOneMayBeThatOne() throws Exception {
    RunId forgotten = startedBefore(DAY);
    RunId older = startedBefore(2 * DAY);
    RunId younger = startedBefore(DAY / 2);
    assertCounted(forgotten);
    pass(REMEMBERED);

    assertThat(runs()).isEmpty();
    assertForgotten(forgotten);
    assertForgotten(older);
    assertCounted(younger);
    assertCounted(startedBefore(0));
  }

  @Test
  void aLineIsTakenHoweverLongItWaitedWhileNoRunOfItsAgeWasForgotten() throws Exception {
    assertCounted(startedBefore(400 * DAY));
    assertCounted(startedBefore(300 * DAY));
    pass(0);
    assertForgotten(startedBefore(300 * DAY));
    assertCounted(startedBefore(299 * DAY));
  }

  @Test
  void aRunThatIsRememberedIsNeverJudgedByItsStart() throws Exception {
    RunId old = startedBefore(300 * DAY);
    assertCounted(old);
    RunId forgotten = startedBefore(-1_000);
    assertCounted(forgotten);
    assertCopy(old);
    assertThat(counts.add(List.of(line(old, 1, "a"))).counted()).isEqualTo(1);
  }

  @Test
  void anIdThatLiesAboutItsStartShortensOrLengthensItsOwnLifeOnly() throws Exception {
    RunId inTheFuture = startedBefore(-1_000 * DAY);
    RunId longAgo = startedBefore(1_000 * DAY);
    assertCounted(inTheFuture);
    assertCounted(longAgo);
    pass(0);
    assertForgotten(longAgo);
    assertCounted(startedBefore(999 * DAY));
    for (int month = 0; month < 12; month++) {
      pass(30 * DAY);
      assertCopy(inTheFuture);
      assertCounted(startedBefore(0));
      assertCounted(startedBefore(29 * DAY));
    }
  }

  @Test
  void theHorizonOutlivesTheProcessAndNeverGoesBack() throws Exception {
    RunId late = startedBefore(0);
    assertCounted(late);
    pass(32 * DAY);
    restart();
    assertForgotten(late);
    RunId early = startedBefore(31 * DAY);
    assertCounted(early);
    pass(DAY);
    restart();
    assertForgotten(early);
    assertForgotten(late);
  }

  /** The time of day plays no part when a line is judged. */
  @Test
  void noJumpOfTheTimeOfDayMakesALineOfARememberedRunCountTwice() throws Exception {
    RunId run = startedBefore(DAY);
    assertCounted(run);
    for (long jump : new long[] {365 * DAY, -730 * DAY, 400 * DAY}) {
      wall.addAndGet(jump);
      assertCopy(run);
      restart();
      assertCopy(run);
    }
  }

  @Test
  void aClockThatIsAheadForgetsEarlyAndCountsNothingTwice() throws Exception {
    RunId run = startedBefore(DAY);
    assertCounted(run);
    pass(365 * DAY);
    wall.addAndGet(-365 * DAY);
    assertForgotten(run);
    assertCounted(startedBefore(DAY / 2));
  }

  @Test
  void aClockThatIsBehindForgetsLate() throws Exception {
    RunId run = startedBefore(DAY);
    assertCounted(run);
    wall.addAndGet(-365 * DAY);
    pass(100 * DAY);
    assertCopy(run);
    assertCounted(startedBefore(0));
  }

  @Test
  void anIdThatTellsNoStartLivesFromWhenItWasLastSeen() throws Exception {
    RunId without = new RunId(1, 1);
    assertCounted(without);
    pass(30 * DAY);
    assertCopy(without);
    restart();
    pass(30 * DAY);
    assertCopy(without);
    pass(32 * DAY);
    assertCounted(without);
  }

  @Test
  void theEndOfAForgottenRunIsNotTaken() throws Exception {
    RunId run = startedBefore(DAY);
    assertCounted(run);
    pass(REMEMBERED);
    RunEnd end = new RunEnd(run, 1);
    Added<Map<String, Integer>> added = counts.add(List.of(), List.of(end));
    assertThat(added.refusedEnds()).containsExactly(end);
    assertThat(added.reasons()).containsOnlyKeys(Refusal.FORGOTTEN);
    assertThat(runs()).isEmpty();
  }

  @Test
  void theEndsOfARunOutliveTheProcess() throws Exception {
    RunId run = startedBefore(DAY);
    counts.add(List.of(line(run, 0, "a")), List.of(new RunEnd(run, 3), new RunEnd(run, 3)));
    counts.commit();
    restart();
    assertThat(runs()).extracting(RunFigures::ends).containsExactly(List.of(3L));
    counts.add(List.of(), List.of(new RunEnd(run, 2)));
    counts.commit();
    restart();
    assertThat(runs()).extracting(RunFigures::ends).containsExactly(List.of(2L, 3L));
  }
}
