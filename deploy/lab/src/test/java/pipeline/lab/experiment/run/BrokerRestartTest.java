package pipeline.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pipeline.lab.experiment.result.Metric;

class BrokerRestartTest {
  private static final String LISTED = "name\tmessages\nlab-1\t7\nlab-0\t100\nlab-1.counts\t5\n";

  @Test
  void countsTheMessagesOfItsOwnQueues() {
    assertThat(BrokerRestart.messages(LISTED, List.of("lab-1"))).isEqualTo(7);
    assertThat(BrokerRestart.messages(LISTED, List.of("lab-1", "lab-1.counts"))).isEqualTo(12);
  }

  @Test
  void aQueueThatIsGoneHasNoMessages() {
    assertThat(BrokerRestart.messages("", List.of("lab-1"))).isZero();
    assertThat(BrokerRestart.messages("name\tmessages\n", List.of("lab-1"))).isZero();
  }

  @Test
  void whatWaitedIsKnownBeforeAndAfter() {
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    new BrokerRestart(9_930, 12).enter(values);

    assertThat(values)
        .containsOnly(
            Map.entry(Metric.WAITING_BEFORE, 9_930.0), Map.entry(Metric.WAITING_AFTER, 12.0));
  }
}
