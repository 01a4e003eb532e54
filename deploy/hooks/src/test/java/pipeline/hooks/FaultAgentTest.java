package pipeline.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent injects all faults that it is told, or ends the program before it starts. */
class FaultAgentTest {

  @Test
  void aCrashPointAndUnsafeVariantsAreInjectedTogether() {
    assertThat(FaultAgent.injections("ckpt.beforeCommit:2,ack-before-commit,no-sync"))
        .containsExactlyElementsOf(
            Stream.of(
                    CrashPoint.BEFORE_COMMIT.injections(),
                    UnsafeVariant.ACK_BEFORE_COMMIT.injections(),
                    UnsafeVariant.NO_SYNC.injections())
                .flatMap(injections -> injections.stream())
                .toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "no-such", "con.noSuch:1", "con.afterClaim:x", "con.afterClaim"})
  void theProgramIsNotStartedWithAFaultThatIsNotKnown(String arguments) {
    assertThatThrownBy(() -> FaultAgent.injections(arguments))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
