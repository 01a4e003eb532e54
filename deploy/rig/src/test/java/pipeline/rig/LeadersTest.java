package pipeline.lab.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import pipeline.client.input.JsonTree;

class LeadersTest {
  private static final List<String> NODES = List.of("broker-1", "broker-2", "broker-3");

  private static Leaders leaders(String... queues) throws IOException {
    String json = "[" + String.join(",", queues) + "]";
    return Leaders.of(JsonTree.parse(json.getBytes(UTF_8)), List.of("q.0", "q.1", "q.2"), NODES);
  }

  private static String queue(String name, String leader, String members) {
    return "{\"name\":\"%s\",\"leader\":\"%s@localhost\",\"members\":[%s]}"
        .formatted(name, leader, members);
  }

  @Test
  void nodesAreToldByHowManyQueuesTheyLead() throws IOException {
    Leaders leaders =
        leaders(
            queue("q", "broker-1", "1,2,3"),
            queue("q.0", "broker-3", "1,2,3"),
            queue("q.1", "broker-2", "1,2"),
            queue("q.2", "broker-3", "1,2,3"),
            queue("q.dead", "broker-1", "1"));

    assertThat(leaders).hasToString("broker-1 0, broker-2 1, broker-3 2");
    assertThat(leaders.busiest()).isEqualTo("broker-3");
    assertThat(leaders.copies()).isEqualTo(2);
  }

  @Test
  void aQueueThatTheManagementDoesNotKnowYetHasNoCopies() throws IOException {
    assertThat(leaders(queue("q.0", "broker-1", "1,2,3")).copies()).isZero();
    assertThat(leaders("{\"name\":\"q.0\"}").copies()).isZero();
  }
}
