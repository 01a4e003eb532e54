package pipeline.lab.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
  private static final int LINES = 200;

  @TempDir private Path home;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path text;

  @BeforeEach
  void writeText() throws IOException {
    text = Files.writeString(home.resolve("text.txt"), "a line\n\n".repeat(LINES));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--threads 0",
        "--threads 1,1",
        "--queue stream",
        "--consumers 2",
        "--design reference --confirm none",
        "--ack manual,auto",
        "--requests 5",
        "--until-precise 0",
        "--until-precise 5 --rounds 9",
        "--until-precise near",
        "--until-precise 5 --restart none,broker",
        "--delay 12ms",
        "--delay client=12",
        "--delay client=1ms,client=2ms",
        "--delay moon=1ms",
        "--delay-client 1ms",
        "--seed-of-data 5",
        "--workload lift-rides",
        "--workload skiing",
        "--first-phase 32x1000",
        "--threads 32,201",
        "--seconds 5",
        "--load wrk --repeat 5",
        "--design nothing --delay broker=1ms",
        "--design nginx --cpus consumer=0.5",
        "--consumers 0 --prefetch 10,100",
        "--load backlog --threads 32,64",
        "--publish per-request --batch-entries 10",
        "--colour red",
        "--rounds 0",
        "--margin 0",
        "--budget soon",
        "--budget 10s",
        "--threads",
      })
  void aBadArgumentIsOneLineAndExit2BeforeAnythingStarts(String arguments) {
    int code = run(home.resolve("out"), List.of(arguments.split(" ")), NONE);

    assertThat(code).isEqualTo(2);
    assertThat(err.toString().lines()).hasSize(1).first().asString().startsWith("experiment: ");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aTextWithoutLinesHasNothingToSend() throws IOException {
    text = Files.writeString(home.resolve("empty.txt"), "\n\n");

    assertThat(run(home.resolve("out"), List.of(), NONE)).isEqualTo(2);
    assertThat(err.toString()).contains("FILE has no lines");
  }

  @Test
  void refusesATextThatIsNotThereAndADirectoryThatIsNotEmpty() {
    assertThat(
            Main.run(new String[] {home.resolve("no").toString()}, writer(out), writer(err), NONE))
        .isEqualTo(2);
    assertThat(err.toString()).contains("is not a file that can be read");
    assertThat(run(home, List.of(), NONE)).isEqualTo(2);
    assertThat(err.toString()).contains("is not empty");
  }

  @Test
  void endsWhenEveryEffectIsKnownAsPreciselyAsWasAsked() throws IOException {
    List<String> factors = List.of("--queue", "classic,quorum", "--until-precise");
    Path rough = home.resolve("rough");
    Path fine = home.resolve("fine");
    assertThat(run(rough, List.of("--queue", "classic,quorum", "--until-precise", "9%"), fake(-1)))
        .isZero();
    assertThat(err.toString()).contains("experiment: at most 20 rounds of 3 launches");
    List<String> finer = new ArrayList<>(factors);
    finer.add("0.01%");
    assertThat(run(fine, finer, fake(-1))).isZero();

    assertThat(Files.readAllLines(rough.resolve("experiment.csv"))).hasSize(1 + 5 * 3);
    assertThat(Files.readAllLines(fine.resolve("experiment.csv"))).hasSize(1 + 20 * 3);
    String[] go = {"--continue", rough.toString()};
    assertThat(Main.run(go, writer(out), writer(err), fake(0))).isZero();
  }

  @Test
  void theTimeLeftIsByWhatTheLaunchesTook() {
    run(home.resolve("out"), List.of("--queue", "classic,quorum"), fake(-1));

    assertThat(err.toString()).contains("launch 5 of 24, ").contains("about 1 min left");
    assertThat(Plan.left(Duration.ofSeconds(40), 2, 30)).isEqualTo("about 10 min left");
  }

  @Test
  void aDelayIsGivenForAllCellsOrAsAFactor() throws IOException {
    Path directory = home.resolve("out");
    run(directory, List.of("--delay", "client=12ms,consumer=0ms/40ms"), fake(-1));

    assertThat(out.toString())
        .contains("delay-consumer 40ms vs 0ms", "in all cells: ", "delay-client 12ms");
  }

  @Test
  void generatedRequestsNeedNoTextAndOnlyOurProgramsTakeSwipes() throws IOException {
    Path directory = home.resolve("out");
    List<String> good = new ArrayList<>(List.of("--workload", "lift-rides", "--requests", "500"));
    good.addAll(List.of("--design", "ours,reference,reference-safe,spring"));
    good.addAll(List.of("--out", directory.toString(), "--rounds", "1"));
    assertThat(Main.run(good.toArray(String[]::new), writer(out), writer(err), fake(-1))).isZero();
    assertThat(out.toString()).contains("--workload lift-rides --requests 500");
    err.getBuffer().setLength(0);

    String[] rides = {"--workload", "lift-rides", "--design", "ours,nothing"};
    assertThat(Main.run(rides, writer(out), writer(err), NONE)).isEqualTo(2);
    assertThat(err.toString()).contains("--design nothing has no --workload lift-rides");

    List<String> bad = new ArrayList<>(List.of("--workload", "swipes", "--design", "ours,spring"));
    assertThat(Main.run(bad.toArray(String[]::new), writer(out), writer(err), NONE)).isEqualTo(2);
    assertThat(err.toString()).contains("--design spring has no --workload swipes");
    bad.addAll(List.of("--requests", "0"));
    assertThat(Main.run(bad.toArray(String[]::new), writer(out), writer(err), NONE)).isEqualTo(2);
    assertThat(err.toString()).contains("--requests is from 1 to");
  }

  @Test
  void aBudgetThatIsTooSmallSaysHowManyRoundsWouldFit() {
    assertThat(
            run(home.resolve("out"), List.of("--queue", "classic,quorum", "--budget", "3m"), NONE))
        .isEqualTo(2);
    // three launches of 10.6 s a round
    assertThat(err.toString()).contains("--budget is 3m; --rounds 5 would fit");
    assertThat(run(home.resolve("out"), List.of("--rounds", "1", "--budget", "9s"), NONE))
        .isEqualTo(2);
    assertThat(err.toString()).contains("1 round of 2 launches", "9s; not one round would fit");
  }

  @Test
  void whoWaitsForAnswersIsEstimatedToTakeItsTime() {
    List<String> far = List.of("--threads", "2", "--delay", "client=12ms", "--rounds", "1");
    List<String> bounded = new ArrayList<>(far);
    bounded.addAll(List.of("--budget", "3m"));

    // a warm-up of 10,000 requests, two in 25 ms
    assertThat(run(home.resolve("out"), bounded, NONE)).isEqualTo(2);
    assertThat(err.toString()).contains("about 135 s each: some 5 min, but --budget is 3m");
  }

  @Test
  void theEstimateIsOfAllLaunchesAndNotOfTheLongest() {
    List<String> mixed = List.of("--delay", "client=0ms/49.5ms", "--rounds", "1", "--budget", "1s");

    // 8 s each to start and to end, and 2.5, 2.5 and 31 s of 10,000 requests
    assertThat(run(home.resolve("out"), mixed, NONE)).isEqualTo(2);
    assertThat(err.toString()).contains("3 launches, 3 in all, about 20 s each: some 1 min");
  }

  @Test
  void printsTheEstimateThenThePageAndWritesEverything() throws IOException {
    Path directory = home.resolve("out");
    int code = run(directory, List.of("--queue", "classic,quorum"), fake(-1));

    assertThat(code).isZero();
    assertThat(err.toString().lines().findFirst().orElse(""))
        .startsWith("experiment: 8 rounds of 3 launches, 24 in all");
    assertThat(out.toString())
        .isEqualTo(Files.readString(directory.resolve("experiment.md")))
        .contains("queue quorum vs classic   throughput lower by 2")
        .contains("control (A/A)             no difference of 5 % or more")
        .contains("- broker: no broker, classic and quorum queues\n");
    assertThat(Files.readAllLines(directory.resolve("experiment.csv"))).hasSize(25);
    assertThat(Files.readAllLines(directory.resolve("cells.csv"))).hasSize(3);
    assertThat(directory.resolve("experiment.json")).isNotEmptyFile();
    assertThat(directory.resolve("experiment.html")).isNotEmptyFile();
  }

  @Test
  void whatWasMeasuredBeforeCtrlCIsKept() throws IOException {
    Path directory = home.resolve("out");
    int code = run(directory, List.of("--queue", "classic,quorum"), fake(10));

    assertThat(code).isEqualTo(130);
    assertThat(err.toString()).contains("interrupted; --continue " + directory);
    assertThat(Files.readAllLines(directory.resolve("experiment.csv"))).hasSize(11);
    assertThat(out.toString()).contains("4 of 8 rounds");
  }

  @Test
  void anInterruptedExperimentThatWasContinuedIsTheSameAsOneThatWasNot() throws IOException {
    List<String> factors =
        List.of("--queue", "classic,quorum", "--threads", "32,64", "--seed", "9");
    Path whole = home.resolve("whole");
    Path broken = home.resolve("broken");
    run(whole, factors, fake(-1));
    assertThat(run(broken, factors, fake(13))).isEqualTo(130);
    String[] go = {"--continue", broken.toString()};
    assertThat(Main.run(go, writer(out), writer(err), fake(0))).isEqualTo(130);
    assertThat(Main.run(go, writer(out), writer(err), fake(-1))).isZero();

    for (String file : List.of("experiment.csv", "cells.csv")) {
      assertThat(broken.resolve(file)).hasSameTextualContentAs(whole.resolve(file));
    }
  }

  @Test
  void launchesThatKeepFailingEndIt() throws IOException {
    Path directory = home.resolve("out");
    int code =
        run(
            directory,
            List.of("--queue", "classic,quorum"),
            (plan, logs) -> new FailingRunner(cell -> true));

    assertThat(code).isEqualTo(1);
    assertThat(err.toString()).contains("3 launches in a row have failed: no Java");
    assertThat(Files.readString(directory.resolve("experiment.md"))).contains("round 1", "no Java");
  }

  @Test
  void cellsThatAreNotAvailableHereSaySoAndTheOthersGoOn() throws IOException {
    Path directory = home.resolve("out");
    List<String> factors = List.of("--durable", "on,off", "--threads", "32,64");
    int code = run(directory, factors, ONLY_DURABLE);

    assertThat(code).isZero();
    assertThat(Files.readAllLines(directory.resolve("experiment.csv"))).hasSize(1 + 8 * 5);
    assertThat(out.toString())
        .containsPattern("durable off vs on +invalid: 16 of 16 runs failed")
        .containsPattern(
            "threads 64 vs 32 +throughput higher by .*; too few launches with durable off were whole")
        .contains("- round 8, threads 64, durable off: no Java");
  }

  @Test
  void aBaseThatIsNotAvailableHereEndsNothingEither() throws IOException {
    Path directory = home.resolve("out");
    List<String> factors = List.of("--durable", "off,on", "--threads", "32,64,128");
    int code = run(directory, factors, ONLY_DURABLE);

    assertThat(code).isZero();
    assertThat(Files.readAllLines(directory.resolve("experiment.csv"))).hasSize(1 + 8 * 7);
  }

  @Test
  void continuesOnlyWhatWasBegun() {
    assertThat(
            Main.run(new String[] {"--continue", home.toString()}, writer(out), writer(err), NONE))
        .isEqualTo(2);
    assertThat(err.toString()).contains("holds no experiment");
  }

  @Test
  void helpNamesEveryFactor() {
    assertThat(Main.run(new String[] {"--help"}, writer(out), writer(err), NONE)).isZero();
    assertThat(out.toString()).contains("--threads", "--consumer-threads", "--design", "--budget");
  }

  private static final Main.RunnerSource NONE =
      (plan, logs) -> {
        throw new AssertionError("started");
      };

  /** As a broker that refuses other queues. */
  private static final Main.RunnerSource ONLY_DURABLE =
      (plan, logs) -> new FailingRunner(cell -> cell.level("durable").equals("off"));

  private static Main.RunnerSource fake(int interruptedAt) {
    return (plan, logs) -> new FakeRunner(interruptedAt);
  }

  private int run(Path directory, List<String> options, Main.RunnerSource source) {
    List<String> all = new ArrayList<>(List.of(text.toString(), "--out", directory.toString()));
    all.addAll(options);
    return Main.run(all.toArray(String[]::new), writer(out), writer(err), source);
  }

  private static PrintWriter writer(StringWriter text) {
    return new PrintWriter(text, true);
  }
}
