package pipeline.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import pipeline.testkit.proxy.Flow;

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

  @Test
  void theRoundTripThatWasAchievedIsKnown() throws IOException {
    Flow slow = Flow.delayed(Duration.ofMillis(20), Duration.ZERO);
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket target = new ServerSocket(0, 1, loopback);
        Proxies proxies = new Proxies(Map.of(Link.HTTP, slow));
        Socket caller = new Socket(loopback, proxies.port(Link.HTTP, target.getLocalPort()));
        Socket called = target.accept()) {
      for (int i = 0; i < 10; i++) {
        caller.getOutputStream().write(1);
        called.getInputStream().read();
        called.getOutputStream().write(2);
        caller.getInputStream().read();
      }
      assertThat(proxies.roundTripMillis(Link.HTTP).orElseThrow()).isBetween(39.0, 150.0);
      assertThat(proxies.roundTripMillis(Link.PUBLISH)).isEmpty();
    }
  }
}
