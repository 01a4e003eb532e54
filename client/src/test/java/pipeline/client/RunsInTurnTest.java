package pipeline.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import pipeline.client.http.CurrentRun;
import pipeline.client.http.Request;
import pipeline.client.http.ServerUrl;
import pipeline.client.http.Servers;
import pipeline.client.http.StubServer;
import pipeline.client.load.CoolDown;
import pipeline.client.load.LoadStep;
import pipeline.client.load.Plans;
import pipeline.client.load.RetryPolicy;
import pipeline.client.load.RunClock;
import pipeline.client.load.RunCloser;
import pipeline.client.load.StepListener;
import pipeline.client.load.StepPlan;
import pipeline.client.load.StepResult;
import pipeline.client.load.StopSignal;
import pipeline.client.workload.RequestSource;
import pipeline.wire.identity.RunId;
import pipeline.wire.process.Console;

/** A load that takes longer than servers take the lines of a run is several runs, each closed. */
@Timeout(60)
class RunsInTurnTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int LINES = 5;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Console console =
      new Console(
          "client",
          new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
          new PrintStream(err, true, UTF_8),
          false);
  private final StopSignal stop = new StopSignal();

  /** The runs that are drawn at the start of each step; the arguments are in days. */
  private final List<RunId> drawn = List.of(startingAt(0), startingAt(12), startingAt(26));

  private static RunId startingAt(int days) {
    return RunId.startingAt(Duration.ofDays(days).toMillis(), RANDOM);
  }

  @Test
  void aStepThatWouldEndTooLateIsSentAsAnotherRunWithNumbersOfItsOwn() throws Exception {
    RunId first = startingAt(0);
    try (StubServer server = StubServer.answeringOk()) {
      assertThat(sendThreeSteps(server, first)).isTrue();

      assertThat(server.keys())
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(keys(first, 2 * LINES), keys(drawn.get(2), LINES)).toList());
      assertThat(server.ends())
          .extracting(StubServer.Received::path, end -> new String(end.body(), UTF_8))
          .containsExactly(
              tuple(path(first), "{\"lines\":10}"), tuple(path(drawn.get(2)), "{\"lines\":5}"));
      assertThat(err.toString(UTF_8)).isEqualTo("run " + drawn.get(2) + "\n");
    }
  }

  @Test
  void aRunThatIsNotClosedInTheMiddleIsNoSuccess() throws Exception {
    AtomicInteger ends = new AtomicInteger();
    try (StubServer server =
        StubServer.scriptedAtTheEnd(
            (exchange, number) ->
                StubServer.answer(exchange, ends.getAndIncrement() == 0 ? 400 : 200))) {
      RunId first = startingAt(0);
      assertThat(sendThreeSteps(server, first)).isFalse();
      assertThat(err.toString(UTF_8))
          .startsWith("client: run " + first + " is not closed: HTTP 400");
    }
  }

  private boolean sendThreeSteps(StubServer server, RunId first) throws Exception {
    CurrentRun run = new CurrentRun(first);
    RetryPolicy once = new RetryPolicy(0, Duration.ZERO, () -> 0);
    try (Servers servers =
        Servers.at(
            List.of(ServerUrl.parse("--url", server.url())),
            run,
            Optional.empty(),
            Duration.ofSeconds(10),
            2)) {
      RunsInTurn runs =
          new RunsInTurn(
              run,
              new RunCloser(servers, once, stop, RunClock.system()),
              drawn.iterator()::next,
              Duration.ofDays(25),
              console);
      StepPlan step = Plans.closed(2, LINES);
      List<StepResult> results =
          new LoadStep(
                  lines(),
                  servers,
                  once,
                  Duration.ofSeconds(10),
                  Optional.empty(),
                  new StepListener() {},
                  stop,
                  RunClock.system())
              .run(
                  List.of(step, step, step),
                  runs,
                  new CoolDown(Optional.empty(), Optional.empty(), stop, System::nanoTime));
      return runs.end(results);
    }
  }

  private static RequestSource lines() {
    AtomicInteger next = new AtomicInteger();
    return () ->
        Optional.of(
            Request.post(next.getAndIncrement(), "/textbody/wordcount", "{}".getBytes(UTF_8)));
  }

  private static Stream<String> keys(RunId run, int lines) {
    return IntStream.range(0, lines).mapToObj(i -> run + "-" + i);
  }

  private static String path(RunId run) {
    return "/server/runs/" + run;
  }
}
