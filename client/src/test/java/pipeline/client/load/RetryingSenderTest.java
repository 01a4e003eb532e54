package pipeline.client.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.http.HttpSender;
import pipeline.client.http.Outcome;
import pipeline.client.http.Request;
import pipeline.client.http.Servers;

/**
 * A request is tried again where that may help, at most five times, after waits that grow or that
 * the server asks for.
 */
class RetryingSenderTest {
  private static final Request REQUEST = Request.post(0, "/", new byte[0]);
  private static final Outcome RESET = Outcome.unanswered("reset");

  private final Queue<Outcome> outcomes = new ArrayDeque<>();
  private final List<Request> sent = new ArrayList<>();
  private final List<String> errors = new ArrayList<>();
  private final StopSignal stop = new StopSignal();
  private final AtomicLong clock = new AtomicLong();

  @Test
  void latencyIsThatOfTheLastOfAtMostSixAttemptsAtTheSameRequest() throws InterruptedException {
    outcomes.addAll(Collections.nCopies(7, RESET));

    Result result = sender(Duration.ofNanos(1)).send(REQUEST);

    assertThat(result.outcome()).isEqualTo(RESET);
    assertThat(sent).hasSize(6).containsOnly(REQUEST);
    assertThat(result.attempts()).isEqualTo(6);
    assertThat(result.serviceNanos()).isEqualTo(6_000);
    assertThat(result.startNanos()).isEqualTo(1_000 + 2_000 + 3_000 + 4_000 + 5_000);
    assertThat(result.latencyNanos()).isEqualTo(6_000);
    assertThat(result.waitNanos()).isEqualTo(21_000);
    assertThat(result.dueAt(500).latencyNanos()).isEqualTo(21_000 - 500);
    assertThat(result.dueAt(500).waitNanos()).isEqualTo(21_000 - 500);
    assertThat(errors).hasSize(6).containsOnly("reset");
  }

  @Test
  void a404IsTriedAgainOnceItsOwnServerHasAnsweredWithSuccess() throws InterruptedException {
    Outcome notFound = Outcome.refused(404, "HTTP 404", Duration.ZERO);
    Outcome success = Outcome.success(200);
    outcomes.addAll(List.of(notFound, success, notFound, success));
    RetryingSender sender = sender(Duration.ofNanos(1));
    assertThat(sender.send(REQUEST).outcome()).isEqualTo(notFound);
    assertThat(sender.send(REQUEST).attempts()).isEqualTo(1);
    assertThat(sender.send(REQUEST).attempts()).isEqualTo(2);

    RetryingSender two = sender(Duration.ofNanos(1), request -> success, request -> notFound);
    assertThat(two.send(REQUEST).outcome()).isEqualTo(success);
    assertThat(two.send(REQUEST).outcome()).isEqualTo(notFound);
  }

  @Test
  void aStopEndsTheWaitBeforeARetry() throws InterruptedException {
    outcomes.addAll(List.of(RESET, Outcome.success(200)));
    stop.request("interrupted");

    Result result = sender(Duration.ofHours(1)).send(REQUEST);

    assertThat(result.attempts()).isEqualTo(1);
    assertThat(result.outcome()).isEqualTo(RESET);
  }

  /** A sender to one server: the first attempt takes 1 microsecond, the second 2, the third 3. */
  private RetryingSender sender(Duration firstBackoff) {
    return sender(
        firstBackoff,
        request -> {
          sent.add(request);
          clock.addAndGet(1_000L * sent.size());
          return outcomes.remove();
        });
  }

  private RetryingSender sender(Duration firstBackoff, HttpSender... senders) {
    Servers servers = new Servers(Collections.nCopies(senders.length, "stub"), List.of(senders));
    RetryPolicy retries = new RetryPolicy(5, firstBackoff, () -> 0.5);
    return new RetryingSender(servers, retries, errors::add, stop, clock::get);
  }

  @Test
  void backoffDoublesWithARandomHalfAndEndsAfterFiveRetries() {
    assertThat(IntStream.range(0, 5).mapToLong(i -> millis(policy(1), i, RESET)))
        .containsExactly(100L, 200L, 400L, 800L, 1600L);
    assertThat(policy(1).waitNanos(5, RESET, true)).isEmpty();
    assertThat(millis(policy(0), 0, RESET)).isEqualTo(50);
    assertThat(millis(policy(0), 4, RESET)).isEqualTo(800);
  }

  @ParameterizedTest
  @CsvSource({"408 429 500 502 503 504,true", "301 400 404 405 409 413 415,false"})
  void answersThatMayPassLaterAreRetriedAndNoOthers(String statuses, boolean retried) {
    for (String status : statuses.split(" ", -1)) {
      Outcome outcome = refused(Integer.parseInt(status), Duration.ZERO);
      assertThat(policy(0).waitNanos(0, outcome, false).isPresent()).as(status).isEqualTo(retried);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 503})
  void retryAfterIsHonouredUpToItsLimit(int status) {
    assertThat(millis(policy(0), 0, refused(status, Duration.ofSeconds(2)))).isEqualTo(2_000);
    assertThat(millis(policy(0), 0, refused(status, Duration.ofDays(1))))
        .isEqualTo(RetryPolicy.MAX_RETRY_AFTER.toMillis());
  }

  private static Outcome refused(int status, Duration retryAfter) {
    return Outcome.refused(status, "HTTP " + status, retryAfter);
  }

  private static long millis(RetryPolicy policy, int retries, Outcome outcome) {
    return policy.waitNanos(retries, outcome, false).orElseThrow() / 1_000_000;
  }

  private static RetryPolicy policy(double jitter) {
    return new RetryPolicy(RetryPolicy.DEFAULT_MAX_RETRIES, Duration.ofMillis(100), () -> jitter);
  }
}
