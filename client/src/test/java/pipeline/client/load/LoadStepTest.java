package pipeline.client.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import pipeline.client.http.HttpSender;
import pipeline.client.http.Outcome;
import pipeline.client.http.Request;
import pipeline.client.http.Servers;
import pipeline.client.stats.ServerStats;
import pipeline.client.stats.StepStats;
import pipeline.client.workload.CountedSource;
import pipeline.client.workload.RequestSource;

@Timeout(30)
class LoadStepTest {
  private static final Outcome OK = Outcome.success(200);
  private static final List<String> FIRST_PHASE =
      List.of("client-worker-1", "client-worker-2", "client-worker-3");

  private final StopSignal stop = new StopSignal();

  @Test
  void eachThreadHasARequestInFlightAndAllEnd() throws Exception {
    CyclicBarrier allInFlight = new CyclicBarrier(16);
    Set<String> threads = ConcurrentHashMap.newKeySet();
    HttpSender sender =
        request -> {
          threads.add(Thread.currentThread().getName());
          return meet(allInFlight) ? OK : Outcome.unanswered("fewer than 16 in flight");
        };

    StepStats stats = run(16, requests(160), sender);

    assertThat(stats.successes().count()).isEqualTo(160);
    assertThat(threads)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.rangeClosed(1, 16).mapToObj(i -> "client-worker-" + i).toList());
    Awaitility.await().untilAsserted(() -> assertThat(liveWorkers()).isZero());
  }

  @Test
  void aFailedRequestDoesNotEndItsThread() throws Exception {
    HttpSender sender =
        request -> request.seq() % 3 == 0 ? Outcome.refused(400, "HTTP 400", Duration.ZERO) : OK;

    StepStats stats = run(2, requests(300), sender);

    assertThat(stats.successes().count()).isEqualTo(200);
    assertThat(stats.failures().count()).isEqualTo(100);
    assertThat(stats.attempts()).isEqualTo(300);
    assertThat(stats.errors()).containsEntry("HTTP 400", 100L);
  }

  @Test
  void unreadableInputStopsTheRunWithWhatWasDone() throws Exception {
    RequestSource breaks =
        new CountedSource(5) {
          @Override
          public Optional<Request> next() throws IOException {
            Optional<Request> request = super.next();
            if (request.isEmpty()) {
              throw new IOException("disk gone");
            }
            return request;
          }
        };

    StepStats stats = run(2, breaks, request -> OK);

    assertThat(stats.successes().count()).isEqualTo(5);
    assertThat(stop.reason()).contains("cannot read the input: disk gone");
  }

  @Test
  void anUnexpectedFailureIsNotSwallowedAndStopsTheOthers() {
    HttpSender broken =
        request -> {
          throw new IllegalStateException("bug");
        };

    assertThatThrownBy(() -> run(4, requests(Long.MAX_VALUE), broken)).hasRootCauseMessage("bug");
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
            await(restBegan);
          } else if (!FIRST_PHASE.contains(thread)) {
            assertThat(sent.get("client-worker-1")).hasValue(10);
            restBegan.countDown();
            await(othersSendTheirLast);
          }
          return OK;
        };

    StepPlan plan = Plans.closed(5, 1_000, List.of(new Phase(3, 10)));
    StepStats stats = step(requests(Long.MAX_VALUE), sender).run(plan).stats();

    assertThat(stats.successes().count()).isEqualTo(1_000);
    assertThat(stats.threads()).isEqualTo(5);
    assertThat(FIRST_PHASE.stream().map(thread -> sent.get(thread).get()))
        .containsExactly(10, 10, 10);
  }

  @Test
  void theWarmUpIsSentButNotInTheNumbers() throws Exception {
    AtomicLong clock = new AtomicLong();
    HttpSender tenMillis =
        request -> {
          clock.addAndGet(10_000_000);
          return request.seq() == 3 ? Outcome.refused(400, "HTTP 400", Duration.ZERO) : OK;
        };
    LoadStep step = step(requests(50), tenMillis, new RunClock(clock::get, 0, 1_000));

    StepResult result = step.run(Plans.withWarmUp(Plans.closed(1, 50), Duration.ofMillis(100)));

    assertThat(result.warmUpRequests()).isEqualTo(10);
    assertThat(result.warmUpFailures()).isEqualTo(1);
    assertThat(result.stats().successes().count()).isEqualTo(40);
    assertThat(result.stats().failures().count()).isZero();
    assertThat(result.stats().wallNanos()).isEqualTo(400_000_000);
    assertThat(result.stats().throughput()).isEqualTo(100);
    assertThat(result.stats().predictedThroughput()).isEqualTo(100);
    assertThat(result.linesSent()).isEqualTo(50);
    assertThat(result.failed()).isEqualTo(1);
    assertThat(result.startEpochMillis()).isEqualTo(1_000);
  }

  @Test
  void thePredictionIsThatOfTheThreadsAtWorkNotOfTheLastPhase() throws Exception {
    AtomicLong clock = new AtomicLong();
    HttpSender tenMillis =
        request -> {
          clock.addAndGet(10_000_000);
          return OK;
        };
    LoadStep step = step(requests(50), tenMillis, new RunClock(clock::get, 0, 1_000));
    StepPlan plan = Plans.closed(3, 50, List.of(new Phase(1, 50)));

    StepStats stats = step.run(Plans.withWarmUp(plan, Duration.ofMillis(100))).stats();

    assertThat(stats.threads()).isEqualTo(3);
    assertThat(stats.meanThreads()).isEqualTo(1);
    assertThat(stats.throughput()).isEqualTo(100);
    assertThat(stats.predictedThroughput()).isEqualTo(100);
  }

  @Test
  void serversTakeTurnsAndEachHasItsNumbers() throws Exception {
    HttpSender works = request -> OK;
    HttpSender refuses = request -> Outcome.refused(400, "HTTP 400", Duration.ZERO);
    Servers servers = new Servers(List.of("a", "b", "c"), List.of(works, refuses, works));

    StepStats stats =
        step(requests(300), servers, RunClock.system()).run(Plans.closed(1, 300)).stats();

    assertThat(stats.servers())
        .extracting(ServerStats::url, s -> s.successes().count(), s -> s.failures().count())
        .containsExactly(tuple("a", 100L, 0L), tuple("b", 0L, 100L), tuple("c", 100L, 0L));
    assertThat(stats.successes().count()).isEqualTo(200);
  }

  @Test
  void oneStepGoesOnWhereTheOneBeforeEnded() throws Exception {
    Set<Long> seqs = ConcurrentHashMap.newKeySet();
    HttpSender sender =
        request -> {
          seqs.add(request.seq());
          return OK;
        };
    LoadStep step = step(requests(Long.MAX_VALUE), sender);

    step.run(Plans.closed(4, 100));
    step.run(Plans.open(4, 1_000, Duration.ofMillis(50)));
    step.run(Plans.closed(2, 100));

    assertThat(seqs).containsExactlyInAnyOrderElementsOf(LongStream.range(0, 250).boxed().toList());
  }

  private StepStats run(int threads, RequestSource source, HttpSender sender) throws Exception {
    return step(source, sender).run(Plans.closed(threads, StepPlan.UNLIMITED)).stats();
  }

  private LoadStep step(RequestSource source, HttpSender sender) {
    return step(source, sender, RunClock.system());
  }

  private LoadStep step(RequestSource source, HttpSender sender, RunClock clock) {
    return step(source, new Servers(List.of("stub"), List.of(sender)), clock);
  }

  private LoadStep step(RequestSource source, Servers servers, RunClock clock) {
    return new LoadStep(
        source,
        servers,
        new RetryPolicy(5, Duration.ofNanos(1), () -> 0),
        Duration.ofSeconds(30),
        Optional.empty(),
        new StepListener() {},
        stop,
        clock);
  }

  private static RequestSource requests(long total) {
    return new CountedSource(total);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean meet(CyclicBarrier barrier) {
    try {
      barrier.await(10, TimeUnit.SECONDS);
      return true;
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      return false;
    }
  }

  private static long liveWorkers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("client-worker-"))
        .count();
  }
}
