package pipeline.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import pipeline.testkit.proxy.Flow;

/** Only the links that are named go through a proxy. */
@Timeout(20)
class ProxiesTest {
  @Test
  void aLinkThatIsNotNamedIsDirectAndOneThatIsHasAProxyForEachTarget() throws IOException {
    try (Proxies proxies = new Proxies(Map.of(Link.CONSUME, Flow.PASS))) {
      assertThat(proxies.port(Link.HTTP, 7)).isEqualTo(7);
      int port = proxies.port(Link.CONSUME, 7);
      assertThat(port).isNotEqualTo(7).isEqualTo(proxies.port(Link.CONSUME, 7));
      assertThat(proxies.port(Link.CONSUME, 8)).isNotEqualTo(port);
    }
  }
}
