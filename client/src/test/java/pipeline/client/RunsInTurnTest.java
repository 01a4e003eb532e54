package pipeline.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import pipeline.client.http.ServerUrl;
import pipeline.client.http.Servers;
import pipeline.client.http.StubServer;
import pipeline.client.load.CoolDown;
import pipeline.client.load.LoadStep;
import pipeline.client.load.Plans;
import pipeline.client.load.RunClock;
import pipeline.client.load.StepPlan;
import pipeline.client.load.StopSignal;
import pipeline.wire.identity.RunId;
import pipeline.wire.process.Console;

/** A load that takes longer than servers take the lines of a run is several runs, each closed. */
@Timeout(60)
class RunsInTurnTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int LINES = 5;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Console console =
      new Console("client", System.out, new PrintStream(err, true, UTF_8), false);
  private final StopSignal stop = new StopSignal();
  private final RunId first = startingAt(0);

  /** The runs that are drawn at the start of each step; the arguments are in days. */
  private final List<RunId> drawn = List.of(startingAt(0), startingAt(12), startingAt(26));

  private static RunId startingAt(int days) {
    return RunId.startingAt(Duration.ofDays(days).toMillis(), RANDOM);
  }

  @Test
  void aStepThatWouldEndTooLateIsSentAsAnotherRunWithNumbersOfItsOwn() throws Exception {
    try (StubServer server = StubServer.answeringOk()) {
      assertThat(sendThreeSteps(server)).isTrue();

      RunId second = drawn.get(2);
      assertThat(server.keys())
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(keys(first, 2 * LINES), keys(second, LINES)).toList());
      assertThat(server.ends())
          .extracting(end -> end.path() + " " + end.text())
          .containsExactly(
              "/server/runs/" + first + " {\"lines\":10}",
              "/server/runs/" + second + " {\"lines\":5}");
      assertThat(err.toString(UTF_8)).isEqualTo("run " + second + "\n");
    }
  }

  @Test
  void aRunThatIsNotClosedInTheMiddleIsNoSuccess() throws Exception {
    try (StubServer server =
        new StubServer(
            (exchange, number) -> StubServer.answer(exchange, 200),
            (exchange, number) -> StubServer.answer(exchange, number == 0 ? 400 : 200))) {
      assertThat(sendThreeSteps(server)).isFalse();
      assertThat(err.toString(UTF_8))
          .startsWith("client: run " + first + " is not closed: HTTP 400");
    }
  }

  private boolean sendThreeSteps(StubServer server) throws Exception {
    RunClock clock = RunClock.system();
    RunsInTurn runs = new RunsInTurn(first, drawn.iterator()::next, console);
    List<ServerUrl> urls = List.of(ServerUrl.parse("--url", server.url()));
    try (Servers servers = Servers.at(urls, runs::key, Map.of(), LIMIT, 2)) {
      StepPlan step = Plans.closed(2, LINES);
      LoadStep load = Plans.step(servers, stop, clock);
      CoolDown none = new CoolDown(Optional.empty(), Optional.empty(), stop, clock.nanoClock());
      return runs.end(runs.send(load, List.of(step, step, step), none), servers, stop);
    }
  }

  private static Stream<String> keys(RunId run, int lines) {
    return IntStream.range(0, lines).mapToObj(i -> run + "-" + i);
  }
}
