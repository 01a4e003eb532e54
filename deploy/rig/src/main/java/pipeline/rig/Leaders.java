package pipeline.lab.job;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.lang3.StringUtils;
import pipeline.client.input.JsonTree;
import pipeline.rig.Loopback;
import pipeline.testkit.rabbit.PrivateRabbit;

/**
 * The quorum queues of a run by the nodes that lead them, as a node's management has it, which
 * knows a second later. Immutable.
 *
 * @param byNode how many queues each node leads, by its name such as {@code broker-1}
 * @param copies of the queue that has fewest; 0 while one is not known
 */
record Leaders(Map<String, Integer> byNode, int copies) {
  /** Asks the first of the nodes. */
  static Leaders ask(List<PrivateRabbit> nodes, List<String> queues)
      throws IOException, InterruptedException {
    int port = nodes.get(0).managementPort().orElseThrow();
    String answer =
        new Loopback(port)
            .get("/api/queues/%2F", "Authorization", "Basic Z3Vlc3Q6Z3Vlc3Q=") // guest:guest
            .body();
    return of(
        JsonTree.parse(answer.getBytes(StandardCharsets.UTF_8)),
        queues,
        nodes.stream().map(PrivateRabbit::name).toList());
  }

  static Leaders of(JsonTree answer, List<String> queues, List<String> nodes) {
    Map<String, Integer> byNode = new TreeMap<>();
    nodes.forEach(node -> byNode.put(node, 0));
    int known = 0;
    int copies = Integer.MAX_VALUE;
    for (JsonTree queue : answer.elements()) {
      String leader = StringUtils.substringBefore(queue.at("leader").text().orElse(""), "@");
      if (queue.at("name").text().filter(queues::contains).isPresent() && !leader.isEmpty()) {
        known++;
        copies = Math.min(copies, queue.at("members").elements().size());
        byNode.merge(leader, 1, Integer::sum);
      }
    }
    return new Leaders(byNode, known < queues.size() ? 0 : copies);
  }

  /** The node that leads most queues; the first of several by name. */
  String busiest() {
    return byNode.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
  }

  /** The number of queues that the {@link #busiest} leads. */
  int most() {
    return byNode.get(busiest());
  }

  @Override
  public String toString() {
    return byNode.entrySet().stream()
        .map(each -> each.getKey() + " " + each.getValue())
        .collect(Collectors.joining(", "));
  }
}
