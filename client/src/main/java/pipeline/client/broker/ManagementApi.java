package pipeline.client.broker;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import pipeline.client.broker.BrokerReading.Count;
import pipeline.client.input.JsonTree;
import pipeline.wire.process.Console;

/**
 * RabbitMQ's management API, 3.10 to 4.3, any node of which tells of the whole cluster; where one
 * does not answer, the next is asked. A queue counts what was published to it, delivered and acked;
 * confirms are counted for the whole broker only, and memory and alarms by node. Asks over the
 * JDK's older HTTP client: the newer one takes no host with an underscore.
 */
final class ManagementApi implements BrokerSource {
  private static final int TIMEOUT_MILLIS = 3_000;

  /**
   * The query that asks for the newest samples of the counters, with the broker's own timestamps.
   */
  private static final String SAMPLES = "message_stats&msg_rates_age=5&msg_rates_incr=1";

  private static final String OF_A_QUEUE =
      "?columns=messages_ready,messages_ready_details,messages_unacknowledged,"
          + SAMPLES
          + "&lengths_age=5&lengths_incr=1";

  /** The counters of a queue, by the API's names. */
  private static final Map<String, String> COUNTED =
      Map.of(
          "publish", "publish", "deliver_get", "deliver", "ack", "ack", "redeliver", "redelivered");

  private static final String REFUSED =
      ": it refuses the credentials, set %s and %s"
          .formatted(WatchedBroker.USER_VARIABLE, WatchedBroker.PASSWORD_VARIABLE);

  /** A broker's default `collect_statistics_interval`. */
  private static final long STALE_MILLIS = 5_000;

  private final List<String> nodes;
  private final String authorization;
  private final List<String> queuePaths;
  private String node;

  /**
   * @param nodes URLs without a slash at the end
   * @param queues whose figures are added up
   */
  ManagementApi(
      List<String> nodes, String user, String password, String virtualHost, List<String> queues) {
    this.nodes = nodes;
    this.node = nodes.get(0);
    byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    this.authorization = "Basic " + Base64.getEncoder().encodeToString(pair);
    String all = "/api/queues/" + encoded(virtualHost) + "/";
    this.queuePaths = queues.stream().map(queue -> all + encoded(queue)).toList();
  }

  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Asks the node that answered last, or else the ones after it. */
  @Override
  public BrokerReading read() throws IOException {
    List<String> failures = new ArrayList<>();
    while (failures.size() < nodes.size()) {
      try {
        return ask();
      } catch (IOException e) {
        failures.add(e.getMessage());
        node = nodes.get((nodes.indexOf(node) + 1) % nodes.size());
      }
    }
    throw new IOException(String.join("; ", failures));
  }

  private BrokerReading ask() throws IOException {
    JsonTree overview =
        get("/api/overview?columns=management_version,disable_stats,rates_mode," + SAMPLES);
    if (!overview.at("management_version").isPresent()) {
      throw new IOException(node + " is not RabbitMQ's management API");
    }
    if (overview.at("disable_stats").isTrue()) {
      throw new IOException(node + " collects no statistics");
    }
    List<JsonTree> queues = queues();
    List<JsonTree> ofNodes =
        get("/api/nodes?columns=name,mem_used,mem_alarm,disk_free_alarm").elements();
    return new BrokerReading(
        sum(queues, "messages_ready"),
        sum(queues, "messages_unacknowledged"),
        ofNodes.stream().flatMapToLong(n -> n.at("mem_used").whole().stream()).reduce(Long::sum),
        counters(overview, queues),
        Optional.of(alarms(ofNodes)),
        "RabbitMQ's management API at " + node,
        STALE_MILLIS);
  }

  /** Each queue; none if one of them is absent, since a sum without it would be wrong. */
  private List<JsonTree> queues() throws IOException {
    List<JsonTree> queues = new ArrayList<>();
    for (String path : queuePaths) {
      JsonTree queue = get(path + OF_A_QUEUE);
      if (!queue.isPresent()) {
        return List.of();
      }
      queues.add(queue);
    }
    return queues;
  }

  /** The answer of a 200; absent for a 404; anything else fails. Follows no redirects. */
  private JsonTree get(String path) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) new URL(node + path).openConnection();
    connection.setInstanceFollowRedirects(false);
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    connection.setRequestProperty("Authorization", authorization);
    int status;
    try {
      status = connection.getResponseCode();
    } catch (IOException e) {
      throw new IOException(node + " does not answer: " + Console.reason(e), e);
    }
    if (status == HttpURLConnection.HTTP_NOT_FOUND) {
      return new JsonTree(null);
    }
    if (status != HttpURLConnection.HTTP_OK) {
      boolean refused = status == HttpURLConnection.HTTP_UNAUTHORIZED;
      throw new IOException(node + " answers " + status + (refused ? REFUSED : ""));
    }
    try (InputStream body = connection.getInputStream()) {
      return JsonTree.parse(body.readAllBytes());
    }
  }

  /** A sum over all queues; empty if one of them does not tell. */
  private static OptionalLong sum(List<JsonTree> queues, String name) {
    List<OptionalLong> told = queues.stream().map(queue -> queue.at(name).whole()).toList();
    return told.isEmpty() || told.contains(OptionalLong.empty())
        ? OptionalLong.empty()
        : OptionalLong.of(told.stream().mapToLong(OptionalLong::getAsLong).sum());
  }

  /** The queues' and the broker's counters, unless the broker is set to count nothing. */
  private static Map<String, Count> counters(JsonTree overview, List<JsonTree> queues) {
    Map<String, Count> counters = new HashMap<>();
    if (overview.at("rates_mode").text().equals(Optional.of("none"))) {
      return counters;
    }
    for (JsonTree queue : queues) {
      COUNTED.forEach(
          (name, counter) ->
              count(queue.at("message_stats"), name, queue)
                  .ifPresent(count -> counters.merge(counter, count, Count::plus)));
      count(overview.at("message_stats"), "confirm", queue)
          .ifPresent(count -> counters.put("confirm", count));
    }
    return counters;
  }

  /**
   * A counter. RabbitMQ leaves out what has not happened yet: that is zero at the time of the
   * newest sample of a queue's length.
   */
  private static Optional<Count> count(JsonTree stats, String name, JsonTree queue) {
    return newest(stats, name)
        .or(() -> newest(queue, "messages_ready").map(ready -> new Count(0, ready.atMillis())));
  }

  /**
   * The newest sample, dated to when the counter got its value, as far as the samples go back: the
   * broker repeats a value every second until it refreshes its counters.
   */
  private static Optional<Count> newest(JsonTree stats, String name) {
    Count newest = null;
    for (JsonTree sample : stats.at(name + "_details", "samples").elements()) {
      long value = sample.at("sample").whole().orElseThrow();
      if (newest != null && newest.value() != value) {
        break;
      }
      newest = new Count(value, sample.at("timestamp").whole().orElseThrow());
    }
    return Optional.ofNullable(newest);
  }

  private static List<String> alarms(List<JsonTree> nodes) {
    List<String> alarms = new ArrayList<>();
    for (JsonTree each : nodes) {
      String name = each.at("name").text().orElse("a node");
      if (each.at("mem_alarm").isTrue()) {
        alarms.add("memory alarm on " + name);
      }
      if (each.at("disk_free_alarm").isTrue()) {
        alarms.add("disk alarm on " + name);
      }
    }
    return alarms;
  }
}
