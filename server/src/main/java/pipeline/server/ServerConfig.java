package pipeline.server;

import java.util.Optional;
import pipeline.wire.amqp.BrokerSettings;
import pipeline.wire.amqp.Topology;
import pipeline.wire.redis.RedisSettings;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.Workload;

/**
 * Every setting of the server, validated. Immutable; prints without secrets.
 *
 * @param redis where consumers keep the counts, if reads are to be answered here
 */
record ServerConfig(
    Workload workload,
    BrokerSettings broker,
    Topology topology,
    PublishConfig publish,
    HttpConfig http,
    ApiToken token,
    Optional<RedisSettings> redis) {

  ServerConfig {
    if (publish.codec() == PublishConfig.Codec.JAVA && workload != Workload.WORDCOUNT) {
      throw Settings.bad("CODEC", "java", "json where WORKLOAD is " + workload.spelled());
    }
  }

  /**
   * @throws IllegalArgumentException that names the first bad setting
   */
  static ServerConfig from(Settings settings) {
    return new ServerConfig(
        Workload.from(settings),
        BrokerSettings.from(settings),
        Topology.from(settings),
        PublishConfig.from(settings),
        HttpConfig.from(settings),
        ApiToken.from(settings),
        RedisSettings.from(settings));
  }
}
