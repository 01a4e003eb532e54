package pipeline.client.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class LimitedSourceTest {
  @Test
  void takesNoMoreThanItsShareAndLeavesTheRest() throws IOException {
    RequestSource all = new CountedSource(5);
    RequestSource share = new LimitedSource(all, 2);

    assertThat(share.next()).isPresent();
    assertThat(share.next()).isPresent();
    assertThat(share.next()).isEmpty();
    assertThat(share.next()).isEmpty();
    assertThat(all.next().orElseThrow().seq()).isEqualTo(2);
  }

  @Test
  void endsWithTheSource() throws IOException {
    RequestSource share = new LimitedSource(new CountedSource(1), 2);

    assertThat(share.next()).isPresent();
    assertThat(share.next()).isEmpty();
  }
}
