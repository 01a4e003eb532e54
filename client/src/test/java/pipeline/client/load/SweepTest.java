package pipeline.client.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.client.Main;
import pipeline.client.http.StubServer;
import pipeline.wire.identity.RunId;
import pipeline.wire.process.Console;

/** The whole program against real HTTP servers, when it does more than send the file once. */
@Timeout(60)
class SweepTest {
  private static final String RUN = RunId.random(new SecureRandom()).toString();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path dir;
  private String file;

  @BeforeEach
  void writeFile() throws IOException {
    file = Files.writeString(dir.resolve("five.txt"), "a\nb\nc\nd\ne\n").toString();
  }

  @Test
  void eachStepSendsTheWholeInputUnderKeysThatGoOn() throws IOException {
    try (StubServer server = StubServer.answeringOk()) {
      assertThat(run(file, "1,2,4", "--repeat", "2", "--url", server.url())).isZero();

      assertThat(server.keys()).containsExactlyInAnyOrderElementsOf(keys(30));
    }
    assertThat(out())
        .containsSubsequence(
            "All 1 threads processing completed!",
            "All 2 threads processing completed!",
            "All 4 threads processing completed!",
            "\nstep ",
            "\n1 thread ",
            "\n2 threads ",
            "\n4 threads ",
            "\nLines sent: 30 (the file has 5)\n");
    assertThat(out().split("Total number of successful requests: 10\n", -1)).hasSize(4);
  }

  @Test
  void eachStepSendsTheWholeInputInRequestsOfManyLines() throws IOException {
    try (StubServer server = StubServer.answeringOk()) {
      String[] args = {
        file, "1,2", "--repeat", "2", "--lines-per-request", "3", "--url", server.url()
      };
      assertThat(run(args)).isZero();

      assertThat(server.keys())
          .containsExactlyInAnyOrderElementsOf(
              Stream.of(0, 3, 5, 8, 10, 13, 15, 18).map(i -> RUN + "-" + i).toList());
    }
    assertThat(out().split("\nTotal number of lines: 10\n", -1)).hasSize(3);
    assertThat(out())
        .containsPattern("N/mean +lines/s\n")
        .contains("\nLines sent: 20 (the file has 5)\n");
  }

  @Test
  void aSweepPausesBetweenItsSteps() throws IOException {
    try (StubServer server = StubServer.answeringOk()) {
      long start = System.nanoTime();
      assertThat(run(file, "1,2,3", "--cooldown", "0.4", "--url", server.url())).isZero();

      assertThat(System.nanoTime() - start).isGreaterThan(800_000_000);
    }
  }

  @Test
  void stagesSendTheFirstLinesOverAndOver() throws IOException {
    try (StubServer server = StubServer.answeringOk()) {
      assertThat(run(file, "3", "--stages", "100/s:0.07,50:0.06s", "--url", server.url())).isZero();

      assertThat(server.keys()).containsExactlyInAnyOrderElementsOf(keys(10));
    }
    assertThat(out())
        .contains("\nopen model ", "\n100/s for 0.07 s ", "\nLines sent: 10 (the file has 5)\n");
  }

  @Test
  void aDurationEndsTheClosedModelToo() throws IOException {
    try (StubServer server = StubServer.answeringOk()) {
      assertThat(run(file, "2", "--duration", "0.2", "--url", server.url())).isZero();

      List<String> sent = server.keys();
      assertThat(sent).containsExactlyInAnyOrderElementsOf(keys(sent.size()));
      assertThat(out()).contains("\nLines sent: " + sent.size() + " (");
    }
  }

  @Test
  void severalServersTakeTurns() throws IOException {
    try (StubServer first = StubServer.answeringOk();
        StubServer second = StubServer.answeringOk()) {
      assertThat(run(file, "1", "--repeat", "2", "--url", first.url(), "--url", second.url()))
          .isZero();

      assertThat(first.keys()).hasSize(5);
      assertThat(second.keys()).hasSize(5).doesNotContainAnyElementsOf(first.keys());
      assertThat(out()).contains("\nserver ", "\n" + first.url(), "\n" + second.url());
    }
  }

  @Test
  void aServerThatDiesIsCoveredByTheOthers() throws IOException {
    StubServer.Script away = (exchange, number) -> StubServer.answer(exchange, 503);
    try (StubServer dead = StubServer.scripted(away);
        StubServer alive = StubServer.answeringOk()) {
      assertThat(run(file, "1", "--url", dead.url(), "--url", alive.url())).isZero();

      assertThat(alive.keys()).containsExactlyInAnyOrderElementsOf(keys(5));
    }
  }

  @Test
  void readsBesideTheLoadAreReportedApart() throws IOException {
    try (StubServer server = StubServer.answeringOk();
        StubServer counts = StubServer.answeringOk()) {
      String[] args = {
        file,
        "2",
        "--duration",
        "0.5",
        "--url",
        server.url(),
        "--gets",
        "50",
        "--gets-url",
        counts.url()
      };
      assertThat(run(args)).isZero();

      assertThat(server.received()).extracting(StubServer.Received::method).containsOnly("POST");
      // one before the load, which tells that there is a store
      assertThat(counts.received()).hasSizeGreaterThan(1);
      assertThat(counts.received().get(0).path()).isEqualTo("/server/textbody/wordcount/a");
      assertThat(counts.received())
          .extracting(StubServer.Received::method, StubServer.Received::key)
          .containsOnly(tuple("GET", null));
      assertThat(out())
          .contains("\nGETs ")
          .containsPattern("\n2 threads for 0.5 s +" + (counts.received().size() - 1) + " +0 ");
    }
  }

  @Test
  void aReadThatIsNotAnsweredHoldsUpNoOther() throws IOException {
    CountDownLatch read = new CountDownLatch(3);
    StubServer.Script slow =
        (exchange, number) -> {
          read.countDown();
          // no read is answered before three are under way
          try {
            read.await(5, SECONDS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          StubServer.answer(exchange, 200);
        };
    try (StubServer server = StubServer.answeringOk();
        StubServer counts = StubServer.scripted(slow)) {
      String[] args = {
        file,
        "1",
        "--duration",
        "0.5",
        "--url",
        server.url(),
        "--gets",
        "20",
        "--gets-url",
        counts.url()
      };
      assertThat(run(args)).isZero();
    }
    assertThat(read.getCount()).isZero();
  }

  @Test
  void readsThatFailDoNotFailTheRun() throws IOException {
    StubServer.Script storeIsAway =
        (exchange, number) ->
            StubServer.answer(exchange, exchange.getRequestMethod().equals("GET") ? 503 : 200);
    try (StubServer server = StubServer.scripted(storeIsAway)) {
      assertThat(run(file, "1", "--duration", "0.3", "--url", server.url(), "--gets", "20"))
          .isZero();
    }
    assertThat(err.toString(UTF_8)).contains("GETs: ", " x HTTP 503 {");
    assertThat(out()).contains("unsuccessful requests: 0");
  }

  @Test
  void aWarmUpIsSentAndNamedButNotInTheBlock() throws IOException {
    try (StubServer server = StubServer.answeringOk()) {
      assertThat(run(file, "1", "--warmup", "60", "--url", server.url())).isZero();

      assertThat(server.keys()).containsExactlyInAnyOrderElementsOf(keys(5));
    }
    assertThat(out()).contains("successful requests: 0\n");
    assertThat(err.toString(UTF_8))
        .contains("5 warm-up requests, 0 of them unsuccessful, are left out");
  }

  private static List<String> keys(int count) {
    return IntStream.range(0, count).mapToObj(i -> RUN + "-" + i).toList();
  }

  private int run(String... args) {
    String[] all = Arrays.copyOf(args, args.length + 2);
    all[args.length] = "--run-id";
    all[args.length + 1] = RUN;
    Console console =
        new Console(
            "client", new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false);
    return Main.run(all, Map.of(), console, new StopSignal());
  }

  private String out() {
    return out.toString(UTF_8);
  }
}
