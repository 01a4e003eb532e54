package pipeline.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.commons.lang3.ArrayUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.http.StubServer;
import pipeline.client.load.StopSignal;
import pipeline.wire.process.Console;

/** The whole program against real HTTP servers: a run is closed when all of it has succeeded. */
@Timeout(60)
class RunEndTest {
  private static final String OURS = "{\"message\":5}";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final StopSignal stop = new StopSignal();

  @TempDir private Path dir;
  private String file;

  @BeforeEach
  void writeFile() throws IOException {
    file = Files.writeString(dir.resolve("five.txt"), "a\n\nb\nc\nd\ne\n").toString();
  }

  @ParameterizedTest
  @CsvSource({
    "FILE 3,5",
    "'FILE 1,2 --repeat 2',20",
    "'FILE 2 --repeat 3 --phases 2x3,N',15",
    "FILE 2 --lines-per-request 2,5",
    "'FILE 1,2 --lines-per-request 3 --repeat 2',20",
    "FILE 1 --warmup 60,5",
    "FILE 2 --rate 1000,5",
    "'FILE 3 --stages 100/s:0.07,50:0.06s',10",
    "FILE 1 --expect p50<1us --gets 50,5",
    "2 --workload lift-rides --requests 7,7",
    "2 --workload swipes --requests 7 --repeat 2 --lines-per-request 4,14"
  })
  void itsNumberOfLinesIsThatOfAllStepsAndRounds(String arguments, long lines) throws IOException {
    try (StubServer server = StubServer.answeringOk()) {
      run(server, arguments.split(" ", -1));

      assertClosed(server, lines);
    }
  }

  @Test
  void aRunThatTimeEndsHasTheLinesThatWereSent() throws IOException {
    try (StubServer server = StubServer.answeringOk()) {
      assertThat(run(server, "FILE", "2", "--duration", "0.1")).isZero();

      assertClosed(server, server.received().size());
    }
  }

  @Test
  void theEndIsNoRequestOfTheStatistics() throws IOException {
    Path csv = dir.resolve("run.csv");
    try (StubServer server = StubServer.answeringOk()) {
      assertThat(run(server, "FILE", "1", "--csv", csv.toString(), "--expect", "requests=5"))
          .isZero();

      assertClosed(server, 5);
    }
    assertThat(out.toString(UTF_8)).contains("Total number of successful requests: 5\n");
    assertThat(Files.readAllLines(csv)).hasSize(1 + 5);
    assertThat(err.toString(UTF_8).lines()).hasSize(1);
  }

  @Test
  void aResumedRunIsClosedWhenItsLinesHaveSucceeded() throws IOException {
    StubServer.Script secondRefused =
        (exchange, number) -> StubServer.answer(exchange, number == 1 ? 400 : 200);
    try (StubServer server = StubServer.scripted(secondRefused)) {
      assertThat(run(server, "FILE", "1")).isOne();
      assertThat(server.ends()).isEmpty();

      assertThat(run(server, "FILE", "1", "--run-id", runId(), "--resume")).isZero();
      assertClosed(server, 5);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--duration 0.1", "--stages 100/s:0.02"})
  void aResumedRunThatTimeEndsStaysOpenAsItsLinesAreNotKnown(String shape) throws IOException {
    try (StubServer server = StubServer.answeringOk()) {
      assertThat(run(server, "FILE", "1")).isZero();
      String[] args = ("FILE 1 --resume " + shape + " --run-id " + runId()).split(" ", -1);
      assertThat(run(server, args)).isZero();

      assertThat(server.ends()).hasSize(1);
      assertThat(err.toString(UTF_8))
          .contains("client: run " + runId() + " is not closed: how many lines a timed run has");
    }
  }

  @Test
  void aRunThatIsStoppedIsNotClosed() throws IOException {
    StubServer.Script interruptsTheRun =
        (exchange, number) -> {
          if (number == 4) {
            stop.request("interrupted");
          }
          StubServer.answer(exchange, 200);
        };
    try (StubServer server = StubServer.scripted(interruptsTheRun)) {
      assertThat(run(server, "FILE", "1")).isOne();

      assertThat(server.ends()).isEmpty();
    }
  }

  @Test
  void aRunWithoutLinesIsNotClosed() throws IOException {
    Files.writeString(Path.of(file), "\n\n");
    try (StubServer server = StubServer.answeringOk()) {
      assertThat(run(server, "FILE", "1")).isZero();

      assertThat(server.ends()).isEmpty();
    }
  }

  @Test
  void anEndThatFailsIsSentAgain() throws IOException {
    StubServer.Script firstRefused =
        (exchange, number) -> StubServer.answer(exchange, number == 0 ? 503 : 200);
    try (StubServer server = StubServer.scriptedAtTheEnd(firstRefused)) {
      assertThat(run(server, "FILE", "1")).isZero();

      assertThat(server.ends()).hasSize(2);
    }
  }

  @Test
  void anEndThatOneServerCannotTakeGoesToTheNext() throws IOException {
    StubServer.Script away = (exchange, number) -> StubServer.answer(exchange, 503);
    try (StubServer dead = StubServer.scriptedAtTheEnd(away);
        StubServer alive = StubServer.answeringOk()) {
      // the one thread has begun at the first server, so the end is sent to the second at first
      assertThat(run(dead, "FILE", "1", "--url", alive.url())).isZero();

      assertThat(dead.ends()).hasSize(1);
      assertClosed(alive, 5);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 409, 405})
  void anEndThatIsRefusedIsToldInOneLineAndMakesTheRunAFailure(int status) throws IOException {
    StubServer.Script refused =
        (exchange, number) -> StubServer.answer(exchange, status, "{\"message\":\"no\"}");
    try (StubServer server = StubServer.scriptedAtTheEnd(refused)) {
      assertThat(run(server, "FILE", "1")).isOne();

      assertThat(server.ends()).hasSize(1);
    }
    assertThat(err.toString(UTF_8).lines().skip(1))
        .containsExactly(
            "client: run %s is not closed: HTTP %s {\"message\":\"no\"}"
                .formatted(runId(), status));
    assertThat(out.toString(UTF_8)).contains("Total number of unsuccessful requests: 0\n");
  }

  @Test
  void aServerThatKeepsNoRunsIsToldOfAndTheRunIsASuccess() throws IOException {
    StubServer.Script unknown =
        (exchange, number) -> StubServer.answer(exchange, 404, "{\"message\":\"nothing here\"}");
    try (StubServer server = StubServer.scriptedAtTheEnd(unknown)) {
      assertThat(run(server, "FILE", "1")).isZero();

      assertThat(server.ends()).hasSize(1);
    }
    assertThat(err.toString(UTF_8).lines().skip(1))
        .containsExactly(
            "client: run %s is not closed: the server keeps no runs (HTTP 404 at /runs/)"
                .formatted(runId()));
  }

  @Test
  void anEndThatMeetsAnApplicationBeingReplacedIsSentAgain() throws IOException {
    StubServer.Script replaced =
        (exchange, number) ->
            StubServer.answer(exchange, number == 0 ? 404 : 200, number == 0 ? "<html>" : OURS);
    try (StubServer server = StubServer.scriptedAtTheEnd(replaced)) {
      assertThat(run(server, "FILE", "1")).isZero();

      assertThat(server.ends()).hasSize(2);
    }
    assertThat(err.toString(UTF_8).lines()).hasSize(1);
  }

  @Test
  void aServerOfOthersThatNeverHasThePathOfRunsIsToldOfToo() throws IOException {
    StubServer.Script unknown =
        (exchange, number) -> {
          stop.request("the test does not wait for the retries");
          StubServer.answer(exchange, 404, "<html>");
        };
    try (StubServer server = StubServer.scriptedAtTheEnd(unknown)) {
      assertThat(run(server, "FILE", "1")).isZero();
    }
    assertThat(err.toString(UTF_8)).contains("the server keeps no runs (HTTP 404 at /runs/)");
  }

  private void assertClosed(StubServer server, long lines) {
    assertThat(server.ends()).hasSize(1);
    StubServer.Received end = server.ends().get(0);
    assertThat(end.method()).isEqualTo("POST");
    assertThat(end.path()).isEqualTo("/server/runs/" + runId());
    assertThat(end.contentType()).isEqualTo("application/json");
    assertThat(end.key()).isNull();
    assertThat(new String(end.body(), UTF_8)).isEqualTo("{\"lines\":" + lines + "}");
  }

  private int run(StubServer server, String... args) {
    String[] all =
        List.of(args).stream().map(a -> a.equals("FILE") ? file : a).toArray(String[]::new);
    Console console =
        new Console(
            "client", new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false);
    return Main.run(ArrayUtils.addAll(all, "--url", server.url()), Map.of(), console, stop);
  }

  /** The program's first line on stderr names the run. */
  private String runId() {
    return err.toString(UTF_8).lines().findFirst().orElseThrow().substring("run ".length());
  }
}
