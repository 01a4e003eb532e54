package pipeline.client.broker;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import pipeline.client.http.StubServer;

/** Answers as RabbitMQ 3.10.8 gave them, shortened, from a real HTTP server. */
final class StubBroker implements AutoCloseable {
  static final BrokerCredentials GUEST = new BrokerCredentials("guest", "guest");
  private static final String OVERVIEW =
      """
      {"management_version":"3.10.8","rates_mode":"basic","disable_stats":false,
       "cluster_name":"rabbit@h","message_stats":{"confirm":13,
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
        "deliver":21,"deliver_details":{"samples":[{"sample":20,"timestamp":1795230841000},
         {"sample":20,"timestamp":1795230840000}]},
        "deliver_no_ack":1,
        "deliver_no_ack_details":{"samples":[{"sample":1,"timestamp":1795230841000}]}}}
      """;
  private static final String NODES =
      """
      [{"name":"a@h","mem_used":100,"mem_alarm":true,"disk_free_alarm":false},
       {"name":"b@h","mem_used":50,"mem_alarm":false,"disk_free_alarm":true}]
      """;
  static final String METRICS =
      """
      # TYPE rabbitmq_alarms_memory_used_watermark untyped
      rabbitmq_alarms_memory_used_watermark 1
      rabbitmq_alarms_free_disk_space_watermark 0
      rabbitmq_process_resident_memory_bytes 139223040
      rabbitmq_identity_info{rabbitmq_node="rabbit@h",rabbitmq_cluster="rabbit@h.example"} 1
      rabbitmq_global_messages_received_total{protocol="amqp091"} 700
      rabbitmq_global_messages_confirmed_total{protocol="amqp091"} 90
      rabbitmq_global_messages_confirmed_total{protocol="amqp10"} 9
      rabbitmq_global_messages_delivered_total{protocol="amqp091",queue_type="classic"} 800
      rabbitmq_channel_messages_published_total 700
      rabbitmq_queue_consumer_utilisation NaN
      rabbitmq_raft_entry_commit_latency_seconds +Inf
      """;
  static final String LENGTHS =
      """
      rabbitmq_detailed_queue_messages_ready{vhost="/",queue="my queue"} 5
      rabbitmq_detailed_queue_messages_ready{vhost="/",queue="other"} 50
      rabbitmq_detailed_queue_messages_ready{vhost="other",queue="my queue"} 500
      rabbitmq_detailed_queue_messages_unacked{vhost="/",queue="my queue"} 6
      """;

  /** The detailed metrics of RabbitMQ 3.10, which counts by channel. */
  static final String BY_CHANNEL =
      LENGTHS
          + """
          # TYPE rabbitmq_detailed_channel_messages_acked_total counter
          rabbitmq_detailed_channel_messages_delivered_ack_total{channel="<0.1.0>",vhost="/",queue="my queue"} 30
          rabbitmq_detailed_channel_messages_delivered_ack_total{channel="<0.2.0>",vhost="/",queue="my queue"} 7
          rabbitmq_detailed_channel_messages_delivered_ack_total{channel="<0.2.0>",vhost="/",queue="other"} 70
          rabbitmq_detailed_channel_messages_delivered_total{channel="<0.3.0>",vhost="/",queue="my queue"} 2
          rabbitmq_detailed_channel_messages_redelivered_total{channel="<0.1.0>",vhost="/",queue="my queue"} 4
          rabbitmq_detailed_channel_messages_acked_total{channel="<0.1.0>",vhost="/",queue="my queue"} 20
          rabbitmq_detailed_queue_messages_published_total{channel="<0.4.0>",queue_vhost="/",queue="my queue",exchange_vhost="/",exchange="my queue"} 41
          rabbitmq_detailed_queue_messages_published_total{channel="<0.4.0>",queue_vhost="/",queue="other",exchange_vhost="/",exchange="my queue"} 410
          """;

  /** The detailed metrics of RabbitMQ 4, which counts by queue. */
  static final String BY_QUEUE =
      LENGTHS
          + """
          # TYPE rabbitmq_detailed_queue_messages_acked_total counter
          rabbitmq_detailed_queue_messages_delivered_ack_total{vhost="/",queue="my queue"} 37
          rabbitmq_detailed_queue_messages_delivered_total{vhost="/",queue="my queue"} 2
          rabbitmq_detailed_queue_messages_redelivered_total{vhost="/",queue="my queue"} 4
          rabbitmq_detailed_queue_messages_acked_total{vhost="/",queue="my queue"} 20
          rabbitmq_detailed_queue_messages_acked_total{vhost="/",queue="other"} 200
          rabbitmq_detailed_queue_exchange_messages_published_total{vhost="/",exchange="x",queue="my queue"} 30
          rabbitmq_detailed_queue_exchange_messages_published_total{vhost="/",exchange="",queue="my queue"} 11
          """;

  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final StubServer server;
  private volatile String admitted = GUEST.basicAuthorization();

  /** A broker that answers every path with 404 so far. */
  StubBroker() throws IOException {
    server =
        StubServer.scripted(
            (exchange, number) -> {
              URI uri = exchange.getRequestURI();
              String who = exchange.getRequestHeaders().getFirst("Authorization");
              String answer =
                  answers.getOrDefault(uri.toString(), answers.getOrDefault(uri.getRawPath(), ""));
              int status =
                  who != null && !who.equals(admitted) ? 401 : answer.isEmpty() ? 404 : 200;
              StubServer.answer(exchange, status, answer.isEmpty() ? "{}" : answer);
            });
  }

  /** Sets the answer at a path, with or without its query; an empty one means 404. */
  void answer(String path, String body) {
    answers.put(path, body);
  }

  /** Answers as the management API does. */
  void answerAsManagementApi() {
    answer("/api/overview", OVERVIEW);
    answer("/api/queues/%2F/my%20queue", QUEUE);
    answer("/api/nodes", NODES);
  }

  /** Answers as the Prometheus plugin does. */
  void answerAsPlugin(String detailed) {
    answer("/metrics", METRICS);
    answer("/metrics/detailed", detailed);
  }

  /** Refuses all other credentials from now on. */
  void admit(BrokerCredentials credentials) {
    admitted = credentials.basicAuthorization();
  }

  /** The number of requests that came in. */
  int asked() {
    return server.received().size();
  }

  URI url() {
    return URI.create(server.url().replace("/server", ""));
  }

  ManagementApi management() {
    return management("/", GUEST);
  }

  ManagementApi management(String virtualHost, BrokerCredentials... credentials) {
    return new ManagementApi(new BrokerHttp(url(), List.of(credentials)), virtualHost, "my queue");
  }

  PrometheusMetrics prometheus() {
    return prometheus("");
  }

  /** A source that asks several nodes, which are paths of this one server. */
  PrometheusMetrics prometheus(String... paths) {
    List<BrokerHttp> nodes =
        Stream.of(paths).map(path -> new BrokerHttp(URI.create(url() + path), List.of())).toList();
    return new PrometheusMetrics(nodes, "/", "my queue", () -> 77);
  }

  @Override
  public void close() {
    server.close();
  }
}
