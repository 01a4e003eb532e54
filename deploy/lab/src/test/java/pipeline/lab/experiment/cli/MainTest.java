package pipeline.lab.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest extends OnFakeRunner {
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
        "--design ours,ours@",
        "--design ours,ours@/nowhere",
        "--design ours,war@/nowhere",
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
        "--design nginx --cpus consumer=core0",
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
  void anotherBuildIsADesignWhoseJarsMustBeThere() throws IOException {
    List<String> builds = List.of("--design", "ours,ours@" + home, "--rounds", "1");

    assertThat(run(home.resolve("none"), builds, NONE)).isEqualTo(2);
    assertThat(err.toString())
        .contains("--design ours@" + home + ": " + home + "/client/target/client.jar is missing");

    for (String jar : List.of("client", "server", "consumer")) {
      Path target = Files.createDirectories(home.resolve(jar + "/target"));
      Files.createFile(target.resolve(jar + ".jar"));
    }
    assertThat(run(home.resolve("out"), builds, fake(-1))).isZero();
    assertThat(Files.readString(home.resolve("out/experiment.csv")))
        .contains(",ours@" + home + ",");
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
    good.addAll(List.of("--design", "ours,nothing,spring-nothing,spring"));
    good.addAll(List.of("--out", directory.toString(), "--rounds", "1"));
    assertThat(Main.run(good.toArray(String[]::new), writer(out), writer(err), fake(-1))).isZero();
    assertThat(out.toString()).contains("--workload lift-rides --requests 500");
    err.getBuffer().setLength(0);

    String[] rides = {"--workload", "lift-rides", "--design", "ours,reference"};
    assertThat(Main.run(rides, writer(out), writer(err), NONE)).isEqualTo(2);
    assertThat(err.toString()).contains("--design reference has no --workload lift-rides");

    List<String> bad = new ArrayList<>(List.of("--workload", "swipes", "--design", "ours,spring"));
    assertThat(Main.run(bad.toArray(String[]::new), writer(out), writer(err), NONE)).isEqualTo(2);
    assertThat(err.toString()).contains("--design spring has no --workload swipes");
    bad.addAll(List.of("--requests", "0"));
    assertThat(Main.run(bad.toArray(String[]::new), writer(out), writer(err), NONE)).isEqualTo(2);
    assertThat(err.toString()).contains("--requests is from 1 to");
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
        .contains("- queue quorum vs classic: throughput lower by 2")
        .contains("- control (A/A): no difference of 5 % or more")
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
}
