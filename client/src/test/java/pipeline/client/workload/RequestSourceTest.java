package pipeline.client.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class RequestSourceTest {
  @Test
  void aLimitedSourceTakesNoMoreThanItsShareAndLeavesTheRest() throws IOException {
    RequestSource all = new CountedSource(5);
    RequestSource share = all.limitedTo(2);

    assertThat(share.next()).isPresent();
    assertThat(share.next()).isPresent();
    assertThat(share.next()).isEmpty();
    assertThat(share.next()).isEmpty();
    assertThat(all.next().orElseThrow().seq()).isEqualTo(2);
  }

  @Test
  void aLimitedSourceEndsWithTheWhole() throws IOException {
    RequestSource share = new CountedSource(1).limitedTo(2);

    assertThat(share.next()).isPresent();
    assertThat(share.next()).isEmpty();
  }
}
