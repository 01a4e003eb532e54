package pipeline.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each node of a cluster is told by the number of queues that it leads. */
class LeadersTest {
  private static final String ALL = "[broker-1@localhost, broker-2@localhost, broker-3@localhost]";
  private static final String TWO = "[broker-1@localhost, broker-2@localhost]";

  /** Reads rows whose cells are separated by bars. */
  private static Leaders leaders(String... rows) {
    return Leaders.of(
        Stream.of(rows).map(row -> row.split("\\|", -1)).toList(),
        List.of("q.0", "q.1", "q.2"),
        List.of("broker-1", "broker-2", "broker-3"));
  }

  @Test
  void nodesAreToldByHowManyQueuesTheyLead() {
    Leaders leaders =
        leaders(
            "q||",
            "q.0|broker-3@localhost|" + ALL,
            "q.1|broker-2@localhost|" + TWO,
            "q.2|broker-3@localhost|" + ALL,
            "q.dead|broker-1@localhost|" + TWO);

    assertThat(leaders).hasToString("broker-1 0, broker-2 1, broker-3 2");
    assertThat(leaders.busiest()).isEqualTo("broker-3");
    assertThat(leaders.copies()).isEqualTo(2);
  }

  @Test
  void aQueueThatIsNotKnownYetHasNoCopies() {
    assertThat(leaders("q.0|broker-1@localhost|" + ALL).copies()).isZero();
    assertThat(leaders("q.0||", "q.1||", "q.2||").copies()).isZero();
  }
}
