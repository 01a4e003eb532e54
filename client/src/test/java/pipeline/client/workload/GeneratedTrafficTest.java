package pipeline.client.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.Main;
import pipeline.client.cli.ClientConfig;
import pipeline.client.cli.ClientOptions;
import pipeline.client.http.StubServer;
import pipeline.client.input.BadInputException;
import pipeline.client.input.JsonTree;
import pipeline.client.load.StopSignal;
import pipeline.wire.identity.RunId;
import pipeline.wire.process.Console;

/** The whole program against real HTTP servers, when what it sends is not a file. */
@Timeout(60)
class GeneratedTrafficTest {
  private static final String RUN = RunId.random(new SecureRandom()).toString();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path dir;

  @Test
  void everyRideIsPostedOnceUnderItsKey() throws IOException {
    try (StubServer server = StubServer.answeringOk()) {
      assertThat(run(server, "4", "--workload", "lift-rides", "--requests", "100")).isZero();

      assertSent(server, new LiftRideRequests(1), 100);
    }
    assertThat(out()).contains("All 4 threads", "successful requests: 100\n");
  }

  @Test
  void swipesOfAnotherSeed() throws IOException {
    try (StubServer server = StubServer.answeringOk()) {
      String[] args = {"4", "--workload=swipes", "--requests=100", "--seed=77"};
      assertThat(run(server, args)).isZero();

      assertSent(server, new SwipeRequests(77), 100);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1,2,4 --requests 10 --cooldown 0",
        "3 --requests 15 --repeat 2",
        "4 --requests 30 --phases 2x5,N",
        "3 --requests 7 --stages 200/s:0.1,100/s:0.1s",
        "2 --requests 30 --rate 500"
      })
  void theNumbersGoOnThroughRepetitionsAndSteps(String shape) throws IOException {
    try (StubServer server = StubServer.answeringOk()) {
      assertThat(run(server, (shape + " --workload lift-rides").split(" ", -1))).isZero();

      assertSent(server, new LiftRideRequests(1), 30);
    }
    if (!shape.contains("repeat")) {
      assertThat(out()).contains("\nRequests sent: 30 (one round has ");
    }
  }

  @Test
  void manyRidesGoInOneRequest() throws IOException {
    try (StubServer server = StubServer.answeringOk()) {
      String shape = "2 --workload lift-rides --requests 10 --lines-per-request 4 --repeat 2";
      assertThat(run(server, shape.split(" ", -1))).isZero();

      assertSentInLines(server, "/skiers", new LiftRideRequests(1), 20);
      assertThat(server.keys())
          .containsExactlyInAnyOrder(
              RUN + "-0", RUN + "-4", RUN + "-8", RUN + "-10", RUN + "-14", RUN + "-18");
    }
    assertThat(out()).contains("successful requests: 6\n", "\nTotal number of lines: 20\n");
  }

  @Test
  void aTimedRunTellsHowManySwipesItSent() throws IOException {
    try (StubServer server = StubServer.answeringOk()) {
      String shape = "2 --workload swipes --requests 30 --lines-per-request 7 --duration 0.3";
      assertThat(run(server, shape.split(" ", -1))).isZero();

      long sent = server.received().stream().mapToLong(r -> lines(r).size()).sum();
      assertSentInLines(server, "/swipe", new SwipeRequests(1), sent);
      assertThat(out()).contains("\nLines sent: " + sent + " (one round has 30)\n");
    }
  }

  @Test
  void aDurationSendsAsManyAsItCan() throws IOException {
    try (StubServer server = StubServer.answeringOk()) {
      String[] args = {"2", "--workload", "swipes", "--requests", "3", "--duration", "0.3"};
      assertThat(run(server, args)).isZero();

      assertThat(server.received().size()).isGreaterThan(3);
      assertSent(server, new SwipeRequests(1), server.received().size());
      assertThat(out()).contains("\nRequests sent: " + server.received().size() + " (one round");
    }
  }

  @Test
  void resumeSendsTheSameAgain() throws IOException {
    try (StubServer server = StubServer.answeringOk()) {
      String[] args = {"1", "--workload", "swipes", "--requests", "20", "--resume"};
      assertThat(run(server, args)).isZero();
      List<StubServer.Received> first = server.received();
      assertThat(run(server, args)).isZero();

      assertThat(server.received().subList(20, 40))
          .usingRecursiveFieldByFieldElementComparator()
          .isEqualTo(first);
    }
  }

  @Test
  void aReadOfAUserNeverSeenIsAnswered() throws IOException {
    StubServer.Script nobodyKnown =
        (exchange, number) ->
            StubServer.answer(exchange, exchange.getRequestMethod().equals("GET") ? 404 : 201);
    try (StubServer server = StubServer.answeringOk();
        StubServer reads = StubServer.scripted(nobodyKnown)) {
      assertThat(run(server, withReads(reads, "swipes"))).isZero();

      int number = reads.received().size() - 1; // one tells before the load that there is a store
      assertThat(reads.received()).isNotEmpty();
      assertThat(out()).containsPattern("\n2 threads for 0.5 s +" + number + " +0 ");
      assertThat(err.toString(UTF_8)).contains("GETs: " + number + " x HTTP 404, counted as an");
    }
  }

  @Test
  void anyOther404IsAFailure() throws IOException {
    StubServer.Script elsewhere = (exchange, number) -> StubServer.answer(exchange, 404);
    try (StubServer server = StubServer.answeringOk();
        StubServer reads = StubServer.scripted(elsewhere)) {
      assertThat(run(server, withReads(reads, "lift-rides"))).isZero();

      int number = reads.received().size() - 1; // one tells before the load that there is a store
      assertThat(out()).containsPattern("\n2 threads for 0.5 s +0 +" + number + " ");
      assertThat(run(reads, "1", "--workload", "swipes", "--requests", "1")).isOne();
    }
  }

  @Test
  void readsGoBesideTheLoadWithNumbersOfTheirOwn() throws IOException {
    RequestGenerator rides = new LiftRideRequests(1);
    try (StubServer server = StubServer.answeringOk();
        StubServer reads = StubServer.answeringOk()) {
      assertThat(run(server, withReads(reads, "lift-rides"))).isZero();

      int number = reads.received().size();
      assertThat(reads.received())
          .extracting(StubServer.Received::method, StubServer.Received::path)
          .containsExactlyInAnyOrderElementsOf(
              LongStream.range(0, number)
                  .mapToObj(seq -> tuple("GET", "/server" + rides.get(seq).path()))
                  .toList());
      assertSent(server, rides, server.received().size());
    }
    assertThat(out()).containsPattern("GETs +ok +failed +min ms +mean ms +p99 ms +max ms");
  }

  @Test
  void theResultSaysWhatWasSent() throws IOException {
    Path json = dir.resolve("run.json");
    Path report = dir.resolve("run.html");
    Path csv = dir.resolve("run.csv");
    try (StubServer server = StubServer.answeringOk()) {
      String[] args = {
        "2",
        "--workload",
        "lift-rides",
        "--requests",
        "9",
        "--seed",
        "5",
        "--json",
        json.toString(),
        "--report",
        report.toString(),
        "--csv",
        csv.toString()
      };
      assertThat(run(server, args)).isZero();
    }
    JsonTree run = JsonTree.parse(Files.readAllBytes(json)).at("run");
    assertThat(run.at("workload").text()).hasValue("lift-rides");
    assertThat(run.at("requests").whole()).hasValue(9);
    assertThat(run.at("seed").whole()).hasValue(5);
    assertThat(run.at("inputLines").isPresent()).isFalse();
    assertThat(report).content().contains("\"workload\":\"lift-rides\"");
    assertThat(csv).content().hasLineCount(10);
  }

  @Test
  void theSizesOfTheReferenceSystemsAreTheDefaults() throws BadInputException {
    assertThat(parsed("1", "--workload", "lift-rides").traffic())
        .extracting(Traffic::name, Traffic::size, Traffic::seed)
        .containsExactly("lift-rides", 200_000L, OptionalLong.of(1));
    assertThat(parsed("1", "--workload", "swipes").traffic())
        .extracting(Traffic::name, Traffic::size, Traffic::seed)
        .containsExactly("swipes", 500_000L, OptionalLong.of(1));
  }

  @Test
  void theQueueToWatchIsTheWorkloadsOwn() throws Exception {
    assertThat(ClientOptions.parse("1", "--workload", "swipes").toOutputs().queue())
        .isEqualTo("swipes.counts");
    assertThat(ClientOptions.parse("1", "--workload", "lift-rides").toOutputs().queue())
        .isEqualTo("lift-rides");
    assertThat(ClientOptions.parse("f", "1").toOutputs().queue()).isEqualTo("wordcount");
    assertThat(ClientOptions.parse("f", "1", "--queue", "q").toOutputs().queue()).isEqualTo("q");
  }

  private static ClientConfig parsed(String... args) throws BadInputException {
    return ClientOptions.parse(args).toConfig();
  }

  private static String[] withReads(StubServer reads, String workload) {
    return new String[] {
      "2", "--workload", workload, "--duration", "0.5", "--gets", "40", "--gets-url", reads.url()
    };
  }

  /** Asserts that the first requests of a generator were sent, each once, in any order. */
  private static void assertSent(StubServer server, RequestGenerator expected, int number) {
    assertThat(server.received())
        .extracting(
            received -> received.key() + received.path() + new String(received.body(), UTF_8))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, number)
                .mapToObj(expected::post)
                .map(r -> RUN + "-" + r.seq() + "/server" + r.path() + new String(r.body(), UTF_8))
                .toList());
  }

  /** Asserts as {@link #assertSent} does, for requests of many lines. */
  private static void assertSentInLines(
      StubServer server, String path, RequestGenerator expected, long number) {
    assertThat(server.received())
        .extracting(StubServer.Received::path, StubServer.Received::contentType)
        .containsOnly(tuple("/server" + path, "application/x-ndjson"));
    assertThat(server.received().stream().flatMap(received -> numbered(received).stream()))
        .containsExactlyInAnyOrderElementsOf(
            LongStream.range(0, number).mapToObj(seq -> seq + expected.line(seq)).toList());
  }

  /** Each line of a request, with its number before it. */
  private static List<String> numbered(StubServer.Received received) {
    long first = Long.parseLong(received.key().substring(RUN.length() + 1));
    List<String> lines = lines(received);
    return IntStream.range(0, lines.size()).mapToObj(i -> first + i + lines.get(i)).toList();
  }

  private static List<String> lines(StubServer.Received received) {
    return new String(received.body(), UTF_8).lines().toList();
  }

  private int run(StubServer server, String... args) {
    String[] all = Arrays.copyOf(args, args.length + 4);
    all[args.length] = "--run-id";
    all[args.length + 1] = RUN;
    all[args.length + 2] = "--url";
    all[args.length + 3] = server.url();
    Console console =
        new Console(
            "client", new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false);
    return Main.run(all, Map.of(), console, new StopSignal());
  }

  private String out() {
    return out.toString(UTF_8);
  }
}
