package pipeline.rig;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.lang3.StringUtils;
import pipeline.testkit.rabbit.PrivateRabbit;

/**
 * The quorum queues of a rig by the nodes that lead them. Immutable.
 *
 * @param byNode how many queues each node leads, by its name such as {@code broker-1}
 * @param copies of the queue that has fewest; 0 while one is not known
 */
record Leaders(Map<String, Integer> byNode, int copies) {
  /** Asks the first of the nodes by {@code rabbitmqctl}. */
  static Leaders ask(List<PrivateRabbit> nodes, List<String> queues) throws IOException {
    List<String> names = nodes.stream().map(PrivateRabbit::name).toList();
    return of(nodes.get(0).queues("leader members"), queues, names);
  }

  /**
   * Reads rows of a queue's name, leader and members, such as {@code [a@localhost, b@localhost]}.
   */
  static Leaders of(List<String[]> rows, List<String> queues, List<String> nodes) {
    Map<String, Integer> byNode = new TreeMap<>();
    nodes.forEach(node -> byNode.put(node, 0));
    int known = 0;
    int copies = Integer.MAX_VALUE;
    for (String[] row : rows) {
      if (queues.contains(row[0]) && !row[1].isEmpty()) {
        known++;
        copies = Math.min(copies, StringUtils.countMatches(row[2], "@"));
        byNode.merge(StringUtils.substringBefore(row[1], "@"), 1, Integer::sum);
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
