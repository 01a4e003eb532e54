package pipeline.consumer.store.redis;

import io.lettuce.core.RedisCommandExecutionException;
import java.util.Map;
import java.util.Optional;
import pipeline.wire.redis.RedisLink;

/**
 * What Redis promises of what it has replied to.
 *
 * @param log whether it keeps a log of writes (its appendonly), or "unknown"
 * @param fsync when it forces that log to the disk (its appendfsync), or "unknown"
 */
public record RedisPromise(String log, String fsync) {
  private static final String UNKNOWN = "unknown";

  /** Asks Redis, whose user may not be allowed to. */
  public static RedisPromise of(RedisLink link) {
    return link.ask(
        connection -> {
          try {
            Map<String, String> settings = connection.sync().configGet("append*");
            return new RedisPromise(
                settings.getOrDefault("appendonly", UNKNOWN),
                settings.getOrDefault("appendfsync", UNKNOWN));
          } catch (RedisCommandExecutionException e) {
            return new RedisPromise(UNKNOWN, UNKNOWN);
          }
        });
  }

  /** What a kill of Redis may cost; empty if nothing. */
  public Optional<String> warning() {
    if (log.equals("yes") && fsync.equals("always")) {
      return Optional.empty();
    }
    String settings = "Redis has appendonly " + log + ", appendfsync " + fsync;
    return Optional.of(
        log.equals(UNKNOWN)
            ? settings + ": if they are not yes and always, a kill of Redis may lose counts"
            : settings + ", not yes and always: a kill of Redis may lose counts");
  }
}
