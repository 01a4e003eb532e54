package pipeline.client.broker;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import pipeline.client.http.StubServer;

/** Answers as RabbitMQ 3.10.8 gave them, shortened, from a real HTTP server. */
final class StubBroker implements AutoCloseable {
  private static final String GUEST = "Basic Z3Vlc3Q6Z3Vlc3Q=";
  private static final String OVERVIEW =
      """
      {"management_version":"3.10.8","rates_mode":"basic","disable_stats":false,
       "message_stats":{"confirm":13,
       "confirm_details":{"rate":0.0,"samples":[{"sample":12,"timestamp":1795230841000},
       {"sample":9,"timestamp":1795230840000}]}}}
      """;
  private static final String QUEUE =
      """
      {"messages_ready":2,"messages_unacknowledged":7,
       "messages_ready_details":{"samples":[{"sample":2,"timestamp":1795230842000}]},
       "message_stats":{
        "publish":31,"publish_details":{"samples":[{"sample":30,"timestamp":1795230844000},
         {"sample":30,"timestamp":1795230843000},{"sample":30,"timestamp":1795230842000},
         {"sample":8,"timestamp":1795230841000}]},
        "deliver_get":21,"deliver_get_details":{"samples":[{"sample":21,"timestamp":1795230841000},
         {"sample":21,"timestamp":1795230840000}]}}}
      """;
  private static final String NODES =
      """
      [{"name":"a@h","mem_used":100,"mem_alarm":true,"disk_free_alarm":false},
       {"name":"b@h","mem_used":50,"mem_alarm":false,"disk_free_alarm":true}]
      """;

  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final StubServer server;

  /** A broker that answers every path with 404 so far, and lets nobody in but guest. */
  StubBroker() {
    server =
        StubServer.scripted(
            (exchange, number) -> {
              String who = exchange.getRequestHeaders().getFirst("Authorization");
              String answer = answers.getOrDefault(exchange.getRequestURI().getRawPath(), "");
              int status = !who.equals(GUEST) ? 401 : answer.isEmpty() ? 404 : 200;
              StubServer.answer(exchange, status, answer.isEmpty() ? "{}" : answer);
            });
  }

  /** Sets the answer at a path; an empty one means 404. */
  void answer(String path, String body) {
    answers.put(path, body);
  }

  /** Answers as the management API does. */
  void answerAsManagementApi() {
    answer("/api/overview", OVERVIEW);
    answerQueue("my%20queue");
    answer("/api/nodes", NODES);
  }

  /** Answers for a queue as for the one that is watched by default. */
  void answerQueue(String encoded) {
    answer("/api/queues/%2F/" + encoded, QUEUE);
  }

  String url() {
    return server.url().replace("/server", "");
  }

  ManagementApi management() {
    return management("guest", "/", url());
  }

  ManagementApi management(String user, String virtualHost, String... nodes) {
    return new ManagementApi(List.of(nodes), user, "guest", virtualHost, List.of("my queue"));
  }

  @Override
  public void close() {
    server.close();
  }
}
