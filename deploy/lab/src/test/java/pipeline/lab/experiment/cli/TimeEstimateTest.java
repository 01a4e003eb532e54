package pipeline.lab.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests how long an experiment is said to take, before it and while it runs. */
class TimeEstimateTest extends OnFakeRunner {
  @Test
  void theTimeLeftIsByWhatTheLaunchesTook() {
    run(home.resolve("out"), List.of("--queue", "classic,quorum"), fake(-1));

    assertThat(err.toString()).contains("launch 5 of 24, ").contains("about 1 min left");
    assertThat(Plan.left(Duration.ofSeconds(40), 2, 30)).isEqualTo("about 10 min left");
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
}
