package pipeline.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pipeline.wire.workload.Workload;

class SpecTest {
  /** A server and a consumer of word count, on a queue named test. */
  static Spec spec() {
    return Spec.of(Workload.WORDCOUNT, "test").consumers(1, 2);
  }

  @Test
  void oneFieldIsChangedAndTheOthersStay() {
    Spec tuned = spec().with(Component.CONSUMER, "--prefetch", "500");
    Spec again = tuned.with(Component.CONSUMER, "--prefetch", "2").with(Component.SERVER, "A", "b");
    assertThat(again.tuning(Component.CONSUMER).arguments()).containsExactly("--prefetch", "2");
    assertThat(again.tuning(Component.SERVER).settings()).containsExactly(Map.entry("A", "b"));
    assertThat(again.tuning(Component.CLIENT)).isEqualTo(Tuning.NONE);
    assertThat(again).usingRecursiveComparison().ignoringFields("tunings").isEqualTo(spec());
  }

  @Test
  void eachCounterOfAWorkloadHasAQueue() {
    Spec swipes = spec().counting(Workload.SWIPES, List.of("swipe-matches"), "q");
    assertThat(swipes.topology().queues()).containsExactly("q.counts", "q.matches");
    assertThat(swipes.topology("swipe-matches").queue()).isEqualTo("q.matches");
    assertThat(spec().topology("wordcount").queue()).isEqualTo("test");
  }

  @Test
  void whatDiesIsStartedAgainByItsRuleAndNeverWhatRefusesItsSettings() {
    for (Spec.Restart rule : Spec.Restart.values()) {
      assertThat(rule.isDone(Rig.BAD_INPUT)).as(rule.name()).isTrue();
    }
    assertThat(Spec.Restart.NEVER.isDone(137)).isTrue();
    assertThat(Spec.Restart.WHEN_KILLED.isDone(137)).isFalse();
    assertThat(Spec.Restart.WHEN_KILLED.isDone(1)).isTrue();
    assertThat(Spec.Restart.UNLESS_REFUSED.isDone(1)).isFalse();
  }
}
