package pipeline.rig;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A spec says which programs are started again when they have died. */
class SpecTest {
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
