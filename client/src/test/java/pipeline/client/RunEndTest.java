package pipeline.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.http.ServerUrl;
import pipeline.client.http.Servers;
import pipeline.client.http.StubServer;
import pipeline.client.load.CoolDown;
import pipeline.client.load.LoadStep;
import pipeline.client.load.Plans;
import pipeline.client.load.RunClock;
import pipeline.client.load.StepPlan;
import pipeline.client.load.StopSignal;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.Java;
import pipeline.wire.identity.RunId;

/** A run is closed when all of it has succeeded, and its end is no request of its statistics. */
class RunEndTest extends WholeProgram {
  @Test
  void aResumedRunIsClosedWhenItsLinesHaveSucceeded() throws IOException {
    server.answersFirst(200, 400);
    assertThat(run(server, "FILE 1")).isOne();
    assertThat(server.ends()).isEmpty();

    assertThat(run(server, "FILE 1 --resume --run-id " + runId())).isZero();
    assertThat(server.keys().subList(5, 10)).isEqualTo(keys(5));
    assertClosed(server, 5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--duration 0.1", "--stages 100/s:0.02"})
  void aResumedRunThatTimeEndsStaysOpenAsItsLinesAreNotKnown(String shape) throws IOException {
    assertThat(run(server, "FILE 1")).isZero();
    assertThat(run(server, "FILE 1 --resume " + shape + " --run-id " + runId())).isZero();

    assertThat(server.ends()).hasSize(1);
    assertThat(err())
        .contains("client: run " + runId() + " is not closed: how many lines a timed run has");
  }

  @Test
  void anEndThatOneServerCannotTakeGoesToTheNext() throws IOException {
    server.answersEnds((exchange, number) -> StubServer.answer(exchange, 503));
    try (StubServer alive = new StubServer()) {
      // the one thread has begun at the living server, so the end is sent to the other one at first
      assertThat(run(server, "FILE 1 --url " + alive.url())).isZero();

      assertThat(server.keys()).containsExactly(runId() + "-1", runId() + "-3");
      assertThat(server.ends()).hasSize(1);
      assertClosed(alive, 5);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # status | first answer to the end | exit code | ends that are sent | told
          400 | no | 1 | 1 | HTTP 400 no
          401 | no | 1 | 1 | HTTP 401 no
          405 | no | 1 | 1 | HTTP 405 no
          409 | no | 1 | 1 | HTTP 409 no
          404 | {"message":"nothing"} | 0 | 1 | the server keeps no runs (HTTP 404 at /runs/)
          # an application that is being replaced
          404 | <html> | 0 | 2 |
          503 | away | 0 | 2 |
          """)
  void anEndThatIsNotTakenIsSentAgainOrToldOfInOneLine(
      int status, String answer, int exitCode, int ends, String told) throws IOException {
    server.answersEnds(
        (exchange, number) ->
            StubServer.answer(
                exchange, number == 0 ? status : 200, number == 0 ? answer : "{\"message\":5}"));
    assertThat(run(server, "FILE 1")).isEqualTo(exitCode);

    assertThat(server.ends()).hasSize(ends);
    String line = "client: run " + runId() + " is not closed: " + told;
    assertThat(told()).isEqualTo(told == null ? List.of() : List.of(line));
    assertThat(out()).contains("Total number of unsuccessful requests: 0\n");
  }

  @Test
  void aServerOfOthersThatNeverHasThePathOfRunsIsToldOfToo() throws IOException {
    server.answersEnds(
        (exchange, number) -> {
          stop.request("the test does not wait for the retries");
          StubServer.answer(exchange, 404, "<html>");
        });
    assertThat(run(server, "FILE 1")).isZero();
    assertThat(err()).contains("the server keeps no runs (HTTP 404 at /runs/)");
  }

  private void assertClosed(StubServer server, long lines) {
    assertThat(server.ends())
        .extracting(end -> end.method() + " " + end.path() + " " + end.contentType())
        .containsExactly("POST /server/runs/" + runId() + " application/json");
    assertThat(server.ends().get(0).key()).isNull();
    assertThat(server.ends().get(0).text()).isEqualTo("{\"lines\":" + lines + "}");
  }

  /** When a run began, in minutes from now: the clock of whoever drew its id may be ahead. */
  @ParameterizedTest
  @CsvSource({"-9, true", "9, true", "-11, false", "11, false", "-525600, false"})
  void aNewRunBeginsUnderAGivenIdAndAnOldOneIsOnlyResumed(int minutes, boolean isNew)
      throws IOException {
    Instant start = Instant.now().plus(minutes, ChronoUnit.MINUTES).truncatedTo(ChronoUnit.MILLIS);
    RunId run = RunId.startingAt(start.toEpochMilli(), new SecureRandom());
    String typed = "FILE 1 --run-id " + run.toString().toUpperCase(Locale.ROOT);
    String refusal = "--run-id %s began at %s, not in the last ten minutes: add --resume";

    assertThat(run(server, typed)).isEqualTo(isNew ? 0 : 2);
    assertThat(err()).contains(isNew ? "run " + run : refusal.formatted(run, start));
    assertThat(server.received()).hasSize(isNew ? 5 : 0);
    assertThat(run(server, typed + " --resume")).isZero();
    assertThat(server.keys()).startsWith(run + "-0");
  }

  @ParameterizedTest
  @CsvSource({"HUP, 129", "INT, 130", "TERM, 143"})
  void aSignalEndsTheRunAfterWhatIsInFlightAndASecondOneAtOnce(String signal, int exitCode)
      throws Exception {
    try (ChildProcess client = startEndless()) {
      await().atMost(Duration.ofSeconds(30)).until(() -> server.received().size() > 0);
      client.signal(signal);
      assertThat(client.await()).isEqualTo(exitCode);
      assertThat(client.out()).contains("Total number of unsuccessful requests: 0\n");
      assertThat(client.err()).endsWith("client: stopped early: interrupted\n");
      assertThat(server.ends()).isEmpty();
    }
    CountDownLatch held = new CountDownLatch(1);
    server.answers(
        (exchange, number) -> {
          held.countDown();
          StubServer.await(new CountDownLatch(1));
        });
    try (ChildProcess client = startEndless()) {
      held.await();
      client.signal(signal);
      await()
          .atMost(Duration.ofMinutes(1))
          .ignoreExceptions()
          .until(
              () -> {
                if (client.isAlive()) {
                  client.signal(signal); // one that comes before the first is taken is lost
                }
                return client.endsWithin(Duration.ofMillis(100));
              });
      assertThat(client.await()).isEqualTo(exitCode);
    }
  }

  /** Starts a client that heeds signals also where the build ignores them, as under nohup. */
  private ChildProcess startEndless() throws IOException {
    String[] endless = arguments("FILE", "1", "--repeat", "1000000", "--url", server.url());
    ProcessBuilder client = Java.main(Main.class, endless);
    client.command().addAll(0, List.of("env", "--default-signal"));
    return ChildProcess.startApart("client", client, dir);
  }

  private final RunId first = startingAt(0);

  /** The runs that are drawn at the start of each step; the arguments are in days. */
  private final List<RunId> drawn = List.of(startingAt(0), startingAt(12), startingAt(26));

  private static RunId startingAt(int days) {
    return RunId.startingAt(Duration.ofDays(days).toMillis(), new SecureRandom());
  }

  @Test
  void aStepThatWouldEndTooLateIsSentAsAnotherRunWithNumbersOfItsOwn() throws Exception {
    assertThat(sendThreeSteps(server)).isTrue();

    RunId second = drawn.get(2);
    assertThat(server.keys())
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(keysOf(first, 10), keysOf(second, 5)).toList());
    assertThat(server.ends())
        .extracting(end -> end.path() + " " + end.text())
        .containsExactly(
            "/server/runs/" + first + " {\"lines\":10}",
            "/server/runs/" + second + " {\"lines\":5}");
    assertThat(err()).isEqualTo("run " + second + "\n");
  }

  @Test
  void aRunThatIsNotClosedInTheMiddleIsNoSuccess() throws Exception {
    server.answersEnds((exchange, number) -> StubServer.answer(exchange, number == 0 ? 400 : 200));
    assertThat(sendThreeSteps(server)).isFalse();
    assertThat(err()).startsWith("client: run " + first + " is not closed: HTTP 400");
  }

  private boolean sendThreeSteps(StubServer server) throws Exception {
    RunClock clock = RunClock.system();
    stop = new StopSignal();
    RunsInTurn runs = new RunsInTurn(first, drawn.iterator()::next, console());
    List<ServerUrl> urls = List.of(ServerUrl.parse("--url", server.url()));
    try (Servers servers = Servers.at(urls, runs::key, Map.of(), Duration.ofSeconds(30), 2)) {
      StepPlan step = Plans.closed(2, 5);
      LoadStep load = Plans.step(servers, stop, clock);
      CoolDown none = new CoolDown(Optional.empty(), Optional.empty(), stop, clock.nanoClock());
      return runs.end(runs.send(load, List.of(step, step, step), none), servers, stop);
    }
  }

  private static Stream<String> keysOf(RunId run, int lines) {
    return IntStream.range(0, lines).mapToObj(i -> run + "-" + i);
  }
}
