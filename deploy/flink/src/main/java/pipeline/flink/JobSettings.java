package pipeline.flink;

import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.amqp.BrokerSettings;
import pipeline.wire.amqp.Topology;
import pipeline.wire.redis.RedisSettings;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.Workload;

/**
 * The settings of the job, in the form in which Flink brings them to its workers: by name, as the
 * consumer has them in its environment.
 */
final class JobSettings implements Serializable {
  private final HashMap<String, String> environment;

  /** Made when it is first needed. */
  private transient volatile WorkloadHandler<Object> handler;

  /**
   * @throws IllegalArgumentException that names the first bad setting
   */
  JobSettings(Map<String, String> environment) {
    this.environment = new HashMap<>(environment);
    broker();
    topology();
    counts();
    store();
    intervalMillis();
    prefetch();
  }

  private Settings settings() {
    return new Settings(environment, new Properties());
  }

  BrokerSettings broker() {
    return BrokerSettings.from(settings());
  }

  /** What {@code COUNTER} names; each counter reads its own payloads only. */
  @SuppressWarnings("unchecked")
  WorkloadHandler<Object> handler() {
    if (handler == null) {
      String counter = settings().text("COUNTER", Workload.Counter.WORDCOUNT.spelled());
      handler = (WorkloadHandler<Object>) WorkloadHandler.named(counter);
    }
    return handler;
  }

  Topology topology() {
    return handler().queue(settings());
  }

  /** The directory for the files with the counts, on a disk that all workers see. */
  String counts() {
    String directory = settings().text("COUNTS", "");
    if (directory.isEmpty()) {
      throw new IllegalArgumentException("COUNTS is missing: the directory for the counts");
    }
    return directory;
  }

  /** The Redis that gets the counts; empty if none. */
  Optional<RedisSettings> store() {
    String url = settings().text("STORE", "");
    return url.isEmpty() ? Optional.empty() : Optional.of(RedisSettings.parse("STORE", url));
  }

  /** The milliseconds between two checkpoints, after which messages are acked. */
  int intervalMillis() {
    return settings().number("CHECKPOINT_MS", 1_000, 10, 600_000);
  }

  /** The unacked messages of each reader of a queue: those of a checkpoint or two. */
  int prefetch() {
    return settings().number("PREFETCH", 2_000, 1, 65_535);
  }
}
