package pipeline.faults.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.wire.workload.Workload;

/** A seed is a plan that can be had again, and each plan meets its faults while the load lasts. */
class FaultPlanTest {
  private final RunInput input = new RunInput(Workload.Counter.WORDCOUNT, 3_000, 1, false, 0);
  private final FaultCatalogue catalogue = new FaultCatalogue(input);

  @Test
  void sameSeedMakesTheSamePlan() {
    for (long seed = 0; seed < 200; seed++) {
      FaultPlan plan = FaultPlan.drawn(seed, catalogue);
      assertThat(FaultPlan.drawn(seed, catalogue).name()).isEqualTo(plan.name());
      assertThat(FaultPlan.drawn(seed, catalogue).actions()).hasToString(plan.actions() + "");
    }
  }

  @Test
  void consecutiveSeedsGoThroughTheWholeCatalogue() {
    int freezes = 4;
    Set<String> first = new HashSet<>();
    for (long seed = 1; seed <= (long) catalogue.cycle() * freezes; seed++) {
      first.add(catalogue.ofSeed(seed).name());
    }
    assertThat(first).containsExactlyInAnyOrderElementsOf(catalogue.names());
  }

  @Test
  void faultsThatNeedARunOfTheirOwnGetNoCompany() {
    for (long seed = 0; seed < 200; seed++) {
      FaultPlan plan = FaultPlan.drawn(seed, catalogue);
      if (!plan.setup().equals(Setup.STANDARD)) {
        assertThat(catalogue.named(plan.name()).alone()).isTrue();
      }
    }
  }

  @Test
  void stepsFallIntoTheFirstSecondsOfTheLoadAndAreHealed() {
    for (String name : catalogue.names()) {
      assertThat(FaultPlan.of(7, List.of(catalogue.named(name))).actions())
          .as(name)
          .isNotEmpty()
          .allSatisfy(
              timed -> {
                assertThat(timed.atMillis()).isBetween(500, 3_000);
                assertThat(timed.healMillis()).isGreaterThanOrEqualTo(timed.atMillis());
              });
    }
  }

  @Test
  void requestsToPartitionsAreSoLargeThatARunCrossesTheEndsOfBlocks() {
    List<Fault> fault = List.of(catalogue.named("kill-server"));
    FaultPlan whole = FaultPlan.of(1, fault);

    assertThat(IntStream.range(1, 21).mapToObj(i -> FaultPlan.of(i, fault).withPartitions(4)))
        .extracting(plan -> plan.mixed().linesPerRequest())
        .contains(700, 1_000)
        .containsOnly(700, 1_000)
        .allSatisfy(
            lines ->
                assertThat(input.withLinesPerRequest(lines).lines()).isGreaterThan(2 * 65_536));
    assertThat(whole.withPartitions(4).setup().isDivided()).isTrue();
    assertThat(whole.withPartitions(1).setup().isDivided()).isFalse();
  }

  /**
   * A run of large requests, or with a late crash, is not over before its faults; a client that
   * resumes cuts elsewhere.
   */
  @ParameterizedTest
  @CsvSource({"1, 3000, 14400, 24, 1", "7, 3000, 12600, 3, 4", "100, 25000, 120000, 2, 51"})
  void largeRequestsAreEnoughAndDividedAtOtherPlacesByAClientThatResumes(
      int each, int lines, int many, int threads, int resumed) {
    RunInput sized = input.withLinesPerRequest(each);
    String arguments = "f " + threads + " --lines-per-request ";

    assertThat(sized.lines()).isEqualTo(lines);
    assertThat(sized.withManyRequests().lines()).isEqualTo(many);
    assertThat(String.join(" ", sized.clientArguments(Path.of("f"), 1, false)))
        .isEqualTo(arguments + each);
    assertThat(String.join(" ", sized.clientArguments(Path.of("f"), 1, true)))
        .isEqualTo(arguments + resumed);
  }

  @Test
  void crashPointsAreArmedAtTheirHit() {
    Setup hundredth = catalogue.named("crash:con.afterClaim:100").setup();
    assertThat(hundredth.crash()).isEqualTo("con.afterClaim:100");
    assertThat(hundredth.holdLast()).isFalse();
    Setup last = catalogue.named("crash:con.afterClaim:last").setup();
    assertThat(last.crash()).isEqualTo("con.afterClaim:1");
    assertThat(last.holdLast()).isTrue();
    assertThat(List.of(hundredth.isLateCrash(), last.isLateCrash())).containsExactly(true, false);
    assertThat(catalogue.crashNames()).hasSize(48).doesNotHaveDuplicates();
  }

  @Test
  void aJobMeetsTheFaultsOfItsOwnStoreOnly() {
    FaultCatalogue redis =
        new FaultCatalogue(new RunInput(Workload.Counter.SWIPE_COUNTS, 3_000, 1, true, 0));

    assertThat(catalogue.names()).contains("disk-full").doesNotContain("kill-redis", "stop-redis");
    assertThat(redis.names())
        .contains("kill-redis", "stop-redis")
        .doesNotContain("disk-full", "delete-idle-queue");
    assertThat(redis.crashNames()).contains("crash:ckpt.committed:1").hasSize(27);
  }

  @Test
  void flinkMeetsTheFaultsOfAClusterAndSaysNothingOfRedeliveries() {
    FaultCatalogue flink =
        new FaultCatalogue(new RunInput(Workload.Counter.WORDCOUNT, 3_000, 1, false, 2));

    assertThat(flink.names())
        .contains("kill-jobmanager", "stop-consumer")
        .doesNotContain("delete-queue", "disk-full", "hostile-words");
    assertThat(flink.named("kill-consumer").evidence()).isEmpty();
    assertThat(flink.crashNames()).contains("crash:pub.afterPublish:1").hasSize(12);
    assertThat(catalogue.names()).contains("delete-queue").doesNotContain("kill-jobmanager");
  }

  @ParameterizedTest
  @CsvSource({
    "crash:con.afterClaim:3, there is no fault 'crash:con.afterClaim:3'",
    "kill-redis, 'the fault ''kill-redis'' needs another --store, --workload or --taskmanagers'"
  })
  void namesTheFaultItDoesNotKnowOrCannotMeet(String name, String message) {
    assertThatThrownBy(() -> catalogue.named(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
