package pipeline.peers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BenchNameTest {
  @Test
  void onlySidesThatStayAliveAreLaunchedAnew() {
    assertThat(BenchName.pipeline.launches(3)).isEqualTo(3);
    assertThat(BenchName.server.launches(3)).isEqualTo(3);
    assertThat(BenchName.consumer.launches(3)).isEqualTo(1);
  }
}
