package pipeline.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

class ServerKeysTest {
  private static final RunId RUN = new RunId(1, 2);

  @Test
  void countsFromZeroInItsRun() {
    ServerKeys keys = new ServerKeys(RUN);
    assertThat(keys.next()).isEqualTo(new RequestKey(RUN, 0));
    assertThat(keys.next()).isEqualTo(new RequestKey(RUN, 1));
  }

  @Test
  void beginsAnotherRunWhenTheSequenceIsUsedUp() {
    ServerKeys keys = new ServerKeys(RUN, Integer.MAX_VALUE);
    assertThat(keys.next()).isEqualTo(new RequestKey(RUN, Integer.MAX_VALUE));
    assertThat(keys.next()).isEqualTo(new RequestKey(new RunId(1, 3), 0));
  }
}
