package pipeline.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static pipeline.lab.experiment.run.SettingTest.cell;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.run.Links.Link;

@Timeout(20)
class LinksTest {
  @Test
  void aLinkWithoutADelayIsDirectAndOneOfNoLengthHasItsProxyAllTheSame() throws IOException {
    try (Links links = new Links(cell(Map.of(Setting.DELAY_CONSUMER, "0ms")))) {
      assertThat(links.port(Link.CLIENT, 7)).isEqualTo(7);
      int port = links.port(Link.CONSUMER, 7);
      assertThat(port).isNotEqualTo(7).isEqualTo(links.port(Link.CONSUMER, 7));
      assertThat(links.port(Link.CONSUMER, 8)).isNotEqualTo(port);
    }
  }

  @Test
  void theRoundTripThatWasAchievedIsReported() throws IOException {
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    try (ServerSocket target = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Links links = new Links(cell(Map.of(Setting.DELAY_CLIENT, "20ms")));
        Socket caller =
            new Socket(
                InetAddress.getLoopbackAddress(), links.port(Link.CLIENT, target.getLocalPort()));
        Socket called = target.accept()) {
      for (int i = 0; i < 10; i++) {
        caller.getOutputStream().write(1);
        called.getInputStream().read();
        called.getOutputStream().write(2);
        caller.getInputStream().read();
      }
      links.enter(values);
    }
    assertThat(values).containsOnlyKeys(Metric.ROUND_TRIP_CLIENT);
    assertThat(values.get(Metric.ROUND_TRIP_CLIENT)).isBetween(39.0, 150.0);
  }
}
