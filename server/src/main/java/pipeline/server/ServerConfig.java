package pipeline.server;

import java.util.Map;
import java.util.Optional;
import pipeline.server.broker.PublishConfig;
import pipeline.server.exchange.HttpConfig;
import pipeline.server.http.ApiToken;
import pipeline.server.reference.TextBodyServlet;
import pipeline.wire.amqp.BrokerSettings;
import pipeline.wire.amqp.Topology;
import pipeline.wire.identity.RunAge;
import pipeline.wire.redis.RedisSettings;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.Workload;

/**
 * Every setting of the server, validated. Immutable; prints without secrets.
 *
 * @param redis where consumers keep the counts, if reads are to be answered here
 * @param reference of the reference design, if that is to serve
 */
record ServerConfig(
    Workload workload,
    BrokerSettings broker,
    Topology topology,
    PublishConfig publish,
    HttpConfig http,
    ApiToken token,
    Optional<RedisSettings> redis,
    Optional<TextBodyServlet.Config> reference) {

  /** The text that {@code --help} prints. */
  static final String HELP =
      """
      Usage: java -jar server.jar [--help] [--version] [--quiet]
      Serves POST /server/textbody/wordcount, or what WORKLOAD says, until it gets SIGTERM.

      Settings come from the environment, then from the system property of the same
      meaning (RABBITMQ_URL: -Drabbitmq.url=...), then from these defaults:

        RABBITMQ_URL         amqp://guest:guest@localhost:5672
                             where the broker is: amqp[s]://USER:PASSWORD@HOST:PORT[/VHOST]
        DESIGN               exact; or reference: the design of the reports, which loses lines.
                             Then DURABLE is off, DELIVERY transient, CONFIRM none, CHANNELS 80,
                             SERVER_THREADS 200 and QUEUE wordCount, unless they are set
        WORKLOAD             wordcount; lift-rides: POST /server/skiers/...;
                             or swipes: POST /server/swipe/left and right
        QUEUE                by WORKLOAD; the exchange, and the queue of the same name;
                             with swipes two queues behind it, QUEUE.counts and QUEUE.matches
        QUEUE_TYPE           classic; or quorum (on RabbitMQ)
        PARTITIONS           1; or up to 64: the queues QUEUE.0, QUEUE.1 and so on share the
                             lines; servers and consumers have one number
        DURABLE              on; or off: a restart of the broker removes the queue and what
                             waits in it
        PUBLISH              group: waiting requests share a message;
                             or per-request: one message and one confirm a line
        CONFIRM              on: 200 after the broker's confirm; or none: after the write,
                             which loses lines when something dies
        DELIVERY             persistent; or transient
        MANDATORY            on: an unroutable message is a 503; or off: it is lost
        CHANNELS             1 for group, 32 for per-request, and one a partition at least;
                             messages in flight, up to 200
        BATCH_ENTRIES        1000; the most requests in a message; 1: a line a message
        BATCH_BYTES          8388608; the most bytes in a message, 256 or more; one that
                             requests share has at most 262144; a request of many lines
                             becomes several, and a line that needs more gets 413
        LINGER_US            600; microseconds a message waits, at most, for the next lines
                             of clients that were just answered
        MAX_WAITING          10000; requests that may wait for a channel, more get 503;
                             one of many lines counts as one for each of its messages
        MAX_WAITING_BYTES    16777216; the same in bytes
        PUBLISH_DEADLINE_MS  5000; a request not confirmed by then gets 503
        READ_DEADLINE_MS     10000; a body not complete by then gets 408
        BODY_LIMIT           1048576; longer bodies get 413; in bytes, at most the default
        BULK_BODY_LIMIT      4194304; the same for a body of many lines, at most 67108864;
                             each of its lines is bounded by BODY_LIMIT
        BULK_LINES           10000; lines in such a body, more get 413; at most 1000000
        BODIES_LIMIT         16777216; bytes of all bodies that are not complete, more get 503
        REDIS_URL            none; redis[s]://[USER:PASSWORD@]HOST[:PORT][/DATABASE], where
                             consumers keep the counts: then this server answers reads
        API_TOKEN            none; if set, POSTs and reads of counts need the header
                             Authorization: Bearer API_TOKEN, or get 401
        SERVER_HOST          0.0.0.0; the address to listen on (server.jar only)
        SERVER_PORT          8080; 0 for any free one (server.jar only)
        SERVER_THREADS       one a core, at least 2; threads for requests (server.jar only)
        MAX_CONNECTIONS      5 for each MiB of the heap, at most 8192; connections at a
                             time (server.jar only)
      """;

  private static final String STORE_S_ROOM =
      "the consumer's store takes what it has room for, in its part of the heap (-Xmx, --cache), on"
          + " the disk of --state or in Redis' maxmemory, and lines wait in the queue until then";

  /** The settings of earlier releases, each with its replacement. */
  private static final Map<String, String> REMOVED =
      Map.of(
          "MAX_RUNS", STORE_S_ROOM,
          "MAX_IDENTITIES_MIB", STORE_S_ROOM,
          "MAX_WORDS_MIB", STORE_S_ROOM,
          "CODEC", "serialized maps are those of DESIGN=reference",
          "RUN_TTL_DAYS",
              "a run is taken for " + RunAge.TAKEN.toDays() + " days from the start its id tells");

  /**
   * @throws IllegalArgumentException that names the first bad setting
   */
  static ServerConfig from(Settings settings) {
    REMOVED.forEach(
        (name, instead) -> {
          if (!settings.text(name, "").isEmpty()) {
            throw new IllegalArgumentException(name + " is no setting any more: " + instead);
          }
        });
    Topology topology = Topology.from(settings);
    HttpConfig http = HttpConfig.from(settings, ReferenceSettings.threads(settings));
    return new ServerConfig(
        Workload.from(settings),
        BrokerSettings.from(settings),
        topology,
        PublishConfig.from(settings, topology.partitions()),
        http,
        ApiToken.from(settings),
        RedisSettings.from(settings),
        ReferenceSettings.from(settings, http.bodyLimit()));
  }
}
