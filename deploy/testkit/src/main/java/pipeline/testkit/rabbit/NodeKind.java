package pipeline.testkit.rabbit;

import java.io.IOException;
import java.util.OptionalInt;

/** The kind of a private node: its plugins and its configuration. */
enum NodeKind {
  /** A node with one scheduler, so that many tests fit on a machine. */
  PLAIN("", "+S 1:1 "),
  /** A node with its Prometheus plugin, and a scheduler for each CPU, as any broker has. */
  MEASURED("rabbitmq_prometheus", ""),
  /** A node with its management UI too, and figures of every second for charts. */
  MANAGED("rabbitmq_management,rabbitmq_prometheus", "");

  private static final String METRICS =
      """
      prometheus.tcp.ip = 127.0.0.1
      prometheus.tcp.port = %s
      """;
  private static final String MANAGEMENT =
      """
      management.tcp.ip = 127.0.0.1
      management.tcp.port = %s
      collect_statistics_interval = 1000
      management.sample_retention_policies.global.minute = 1
      management.sample_retention_policies.global.hour = 60
      management.sample_retention_policies.global.day = 1200
      management.sample_retention_policies.basic.minute = 1
      management.sample_retention_policies.basic.hour = 60
      management.sample_retention_policies.detailed.minute = 1
      management.sample_retention_policies.detailed.10 = 1
      """;

  private final String plugins;
  private final String schedulers;

  NodeKind(String plugins, String schedulers) {
    this.plugins = plugins;
    this.schedulers = schedulers;
  }

  boolean isMeasured() {
    return this != PLAIN;
  }

  boolean isManaged() {
    return this == MANAGED;
  }

  /** The content of the node's file of enabled plugins. */
  String plugins() {
    return "[" + plugins + "].\n";
  }

  /** The arguments of the node's Erlang machine. */
  String erlangArguments() {
    return schedulers
        + "+sbwt none +sbwtdcpu none +sbwtdio none -kernel inet_dist_use_interface {127,0,0,1}";
  }

  /**
   * The content of the node's rabbitmq.conf.
   *
   * @param metrics the port of the Prometheus plugin
   * @param management the port of the management UI
   */
  String settings(
      RabbitInstallation installation, int port, OptionalInt metrics, OptionalInt management)
      throws IOException {
    StringBuilder settings = new StringBuilder("listeners.tcp.default = 127.0.0.1:" + port + "\n");
    metrics.ifPresent(its -> settings.append(METRICS.formatted(its)));
    management.ifPresent(its -> settings.append(MANAGEMENT.formatted(its)));
    if (this == MEASURED) {
      // the node counts messages anyway; what else the plugin brings along costs something
      settings.append("management_agent.disable_metrics_collector = true\n");
      // so that a queue's unacked messages are known every second
      settings.append("collect_statistics = coarse\ncollect_statistics_interval = 1000\n");
    }
    // The classic queues of RabbitMQ 4, which confirm what has been written and do not wait for the
    // disk: a confirmed message outlives its broker, but not a power cut. Nor does a private node,
    // whose data go with the run. Version 1 waits, which costs speed at few connections.
    if (installation.hasQueueVersions()) {
      settings.append("classic_queue.default_version = 2\n");
    }
    // for DURABLE=off, which RabbitMQ refuses by default from 4.3 on; and so that what a consumer
    // on a lost node held comes again soon, not after a minute
    if (installation.isAtLeast(4, 3)) {
      settings.append("consumer_disconnected_timeout = 5000\n");
      settings.append("deprecated_features.permit.transient_nonexcl_queues = true\n");
    }
    // A body of 4096 bytes or more goes to the message store, in a process of its own and with an
    // fsync of its own. A batch of lines has 2 to 12 KiB, and costs less in the queue's own files.
    if (!installation.isAtLeast(4, 0)) {
      settings.append("queue_index_embed_msgs_below = 16384\n");
    }
    return settings.toString();
  }
}
