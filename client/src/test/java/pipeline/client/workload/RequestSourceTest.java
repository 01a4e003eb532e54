package pipeline.client.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A share of a source ends with its number of requests, or with the whole. */
class RequestSourceTest {
  @Test
  void aLimitedSourceTakesNoMoreThanItsShareAndLeavesTheRest() throws IOException {
    RequestSource all = new CountedSource(4);
    RequestSource share = all.limitedTo(2);
    RequestSource rest = all.limitedTo(9);

    assertThat(List.of(share.next().isPresent(), share.next().isPresent())).containsOnly(true);
    assertThat(share.next()).isEmpty();
    assertThat(rest.next().orElseThrow().seq()).isEqualTo(2);
    assertThat(rest.next()).isPresent();
    assertThat(rest.next()).isEmpty();
  }
}
