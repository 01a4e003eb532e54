package pipeline.server;

import pipeline.wire.BrokerSettings;
import pipeline.wire.Settings;
import pipeline.wire.Topology;

/** Every setting of the server, validated. Immutable; prints without secrets. */
record ServerConfig(
    BrokerSettings broker, Topology topology, PublishConfig publish, HttpConfig http) {

  /**
   * @throws IllegalArgumentException that names the first bad setting
   */
  static ServerConfig from(Settings settings) {
    return new ServerConfig(
        BrokerSettings.from(settings),
        Topology.from(settings),
        PublishConfig.from(settings),
        HttpConfig.from(settings));
  }
}
