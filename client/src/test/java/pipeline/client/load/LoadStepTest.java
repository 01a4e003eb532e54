package pipeline.client.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.lang3.function.Failable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.client.http.HttpSender;
import pipeline.client.http.Outcome;
import pipeline.client.http.Servers;
import pipeline.client.stats.LatencyStats;
import pipeline.client.stats.StepStats;

/** A step has its threads, measures only its own requests, and stops and pauses when it should. */
@Timeout(30)
class LoadStepTest {
  private static final Outcome OK = Outcome.success(200);
  private static final Outcome REFUSED = Outcome.refused(400, "HTTP 400", Duration.ZERO);
  private static final List<String> FIRST_PHASE =
      List.of("client-worker-1", "client-worker-2", "client-worker-3");

  private final StopSignal stop = new StopSignal();
  private final AtomicLong clock = new AtomicLong();
  private final HttpSender tenMillis =
      request -> {
        clock.addAndGet(10_000_000);
        return request.seq() == 3 ? REFUSED : OK;
      };

  @Test
  void anUnexpectedFailureIsNotSwallowedAndStopsTheOthers() {
    HttpSender broken =
        request -> {
          throw new IllegalStateException("bug");
        };

    assertThatThrownBy(() -> run(Plans.closed(4, Long.MAX_VALUE), broken))
        .hasRootCauseMessage("bug");
  }

  @Test
  void thePhaseAfterTheFirstStartsWhenOneOfItsThreadsHasEnded() throws Exception {
    Map<String, AtomicInteger> sent = new ConcurrentHashMap<>();
    CountDownLatch restBegan = new CountDownLatch(1);
    CountDownLatch othersSendTheirLast = new CountDownLatch(2);
    HttpSender sender =
        request -> {
          String thread = Thread.currentThread().getName();
          int number = sent.computeIfAbsent(thread, t -> new AtomicInteger()).incrementAndGet();
          if (number == 10 && FIRST_PHASE.indexOf(thread) > 0) {
            othersSendTheirLast.countDown();
            awaitZero(restBegan);
          } else if (!FIRST_PHASE.contains(thread)) {
            assertThat(sent.get("client-worker-1")).hasValue(10);
            restBegan.countDown();
            awaitZero(othersSendTheirLast);
          }
          return OK;
        };

    StepPlan plan = Plans.closed(5, 1_000, Duration.ZERO, new StepPlan.Phase(3, 10));
    StepStats stats = run(plan, sender).stats();

    assertThat(stats.successes().count()).isEqualTo(1_000);
    assertThat(stats.threads()).isEqualTo(5);
    assertThat(FIRST_PHASE.stream().map(thread -> sent.get(thread).get()))
        .containsExactly(10, 10, 10);
  }

  @Test
  void theWarmUpIsSentButNotInTheNumbers() throws Exception {
    StepPlan plan = Plans.closed(1, 50, Duration.ofMillis(100));
    StepResult result = run(plan, tenMillis);

    assertThat(result.warmUpRequests()).isEqualTo(10);
    assertThat(result.warmUpFailures()).isEqualTo(1);
    assertThat(result.stats().successes().count()).isEqualTo(40);
    assertThat(result.stats().failures()).isZero();
    assertThat(result.stats().wallNanos()).isEqualTo(400_000_000);
    assertThat(result.stats().throughput()).isEqualTo(100);
    assertThat(result.stats().predictedThroughput()).isEqualTo(100);
    assertThat(result.linesSent()).isEqualTo(50);
    assertThat(result.failed()).isEqualTo(1);
  }

  @Test
  void thePredictionIsThatOfTheThreadsAtWorkNotOfTheLastPhase() throws Exception {
    StepPlan plan = Plans.closed(3, 50, Duration.ofMillis(100), new StepPlan.Phase(1, 50));
    StepStats stats = run(plan, tenMillis).stats();

    assertThat(stats.threads()).isEqualTo(3);
    assertThat(stats.meanThreads()).isEqualTo(1);
    assertThat(stats.throughput()).isEqualTo(100);
    assertThat(stats.predictedThroughput()).isEqualTo(100);
  }

  @Test
  void serversTakeTurnsAndEachHasItsNumbers() throws Exception {
    HttpSender works = request -> OK;
    StepStats stats = run(Plans.closed(1, 300), works, request -> REFUSED, works).stats();

    assertThat(stats.servers())
        .extracting(StepStats.Server::url, s -> s.successes().count(), s -> s.failures())
        .containsExactly(tuple("a", 100L, 0L), tuple("b", 0L, 100L), tuple("c", 100L, 0L));
    assertThat(stats.successes().count()).isEqualTo(200);
    assertThat(stats.errors()).containsEntry("HTTP 400", 100L);
  }

  private StepResult run(StepPlan plan, HttpSender... senders) throws Exception {
    Servers servers =
        new Servers(List.of("a", "b", "c").subList(0, senders.length), List.of(senders));
    RunClock runClock = new RunClock(clock::get, 0, 1_000);
    return Plans.step(servers, stop, runClock).run(plan, Optional.empty());
  }

  private static void awaitZero(CountDownLatch latch) {
    assertThat(Failable.call(() -> latch.await(10, TimeUnit.SECONDS))).isTrue();
  }

  @Test
  void errorsAreCountedByTextInOrderOfAppearanceAndTextsAreBounded() {
    StepRecorder recorder = new StepRecorder(Plans.closed(1, 1), List.of("stub"));
    recorder.note("reset");
    recorder.note("HTTP 503");
    recorder.note("reset");
    assertThat(recorder.stats(0, 1).errors())
        .containsExactly(entry("reset", 2L), entry("HTTP 503", 1L));

    for (int i = 0; i < 1000; i++) {
      recorder.note("error " + i);
    }
    assertThat(recorder.stats(0, 1).errors())
        .hasSize(StepRecorder.MAX_TEXTS + 1)
        .containsEntry(StepRecorder.OTHER, 1002L - StepRecorder.MAX_TEXTS);
  }

  /**
   * The load is 100 requests a second, of which the 51st takes a second. The 100 that are due in
   * this stall are all answered at its end, so their response times fall evenly to nothing.
   */
  @Test
  void responseTimesOfTheOpenModelCountFromWhenRequestsWereDue() throws Exception {
    HttpSender stalls =
        request -> {
          clock.addAndGet(
              request.seq() < 50 ? 10_000_000 : request.seq() == 50 ? 1_000_000_000 : 0);
          return OK;
        };

    StepResult result = run(Plans.open(1, 100, Duration.ofMillis(1_510)), stalls);

    LatencyStats response = result.stats().successes();
    assertThat(response.count()).isEqualTo(151);
    assertThat(response.maxMillis()).isEqualTo(1_000);
    assertThat(response.meanMillis()).isEqualTo((50 * 10 + 1_000 + 990 * 50) / 151.0);
    assertThat(response.percentileMillis(66)).isCloseTo(490, within(0.5));
    assertThat(result.stats().serviceTimes().percentileMillis(99)).isCloseTo(10, within(0.01));
    assertThat(result.late()).isEqualTo(98);
    assertThat(result.dropped()).isZero();
  }

  /** Whether requests of three threads were answered ({@code a}) or not. */
  @ParameterizedTest
  @CsvSource({"--, false", "---, true", "--a------, false"})
  void aRunStopsWhenARequestOfEachThreadWentUnansweredButNeverAfterAnAnswer(
      String answered, boolean stops) {
    RunGuard guard = new RunGuard(List.of("http://localhost:1/server"), true, stop);
    guard.stepStarted(Plans.closed(3, 100), 0);

    for (int i = 0; i < answered.length(); i++) {
      Outcome outcome =
          answered.charAt(i) == 'a' ? REFUSED : Outcome.unanswered("connection refused");
      guard.ended(new Result("POST", 1, 0, 0, 0, 0, 1, 6, outcome));
    }

    String why = "no server answers at http://localhost:1/server: connection refused";
    assertThat(stop.reason()).isEqualTo(stops ? Optional.of(why) : Optional.empty());
  }

  /** What is known of the queue second by second: how many messages, and how old that is. */
  @ParameterizedTest
  @CsvSource({"9@0 ? 0@0, 3", "0@2 0@2, 2", "1@0 1@0 1@0, "})
  void aPauseLastsUntilTheQueueIsKnownToBeEmptySinceItsBeginOrALimit(String told, Double seconds)
      throws InterruptedException {
    Iterator<String> depths = List.of(told.split(" ", -1)).iterator();
    QueueDepth queue =
        () -> {
          long now = clock.addAndGet(1_000_000_000);
          String[] depth = depths.next().split("@", -1);
          return depth.length == 1
              ? Optional.empty()
              : Optional.of(depth(Long.parseLong(depth[0]), now, Long.parseLong(depth[1])));
        };

    OptionalDouble waited = pause(Optional.of(queue), Duration.ofSeconds(3)).await();

    assertThat(waited.isPresent() ? waited.getAsDouble() : null).isEqualTo(seconds);
  }

  @Test
  void aStopEndsAPause() throws InterruptedException {
    stop.request("interrupted");
    QueueDepth full = () -> Optional.of(depth(1, clock.get(), 0));

    assertThat(pause(Optional.of(full), Duration.ofHours(1)).await()).isEmpty();
    assertThat(pause(Optional.empty(), Duration.ofHours(1)).await()).isEmpty();
  }

  private static QueueDepth.Depth depth(long messages, long now, long secondsAgo) {
    return new QueueDepth.Depth(messages, now - TimeUnit.SECONDS.toNanos(secondsAgo));
  }

  private CoolDown pause(Optional<QueueDepth> queue, Duration most) {
    return new CoolDown(queue, Optional.of(most), stop, clock::get);
  }
}
