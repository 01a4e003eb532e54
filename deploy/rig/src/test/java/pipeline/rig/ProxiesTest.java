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
      long start = System.nanoTime();
      for (int i = 0; i < 10; i++) {
        caller.getOutputStream().write(1);
        called.getInputStream().read();
        called.getOutputStream().write(2);
        caller.getInputStream().read();
      }
      double roundTrip = proxies.roundTripMillis(Link.HTTP).orElseThrow();
      double all = (System.nanoTime() - start) / 1e6;
      // a direction holds two pieces at a time at most, one of them written but not noted yet, and
      // the last may never have been noted: that makes 2/9 of the time each way at most
      assertThat(roundTrip).isBetween(39.0, all / 2);
      assertThat(proxies.roundTripMillis(Link.PUBLISH)).isEmpty();
    }
  }
}
