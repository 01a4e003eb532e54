package pipeline.consumer.store.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.Map;
import java.util.Optional;
import pipeline.wire.redis.RedisLink;

/**
 * The setup of a Redis, and whether it keeps counts. All of it comes from INFO, which a user may be
 * allowed to read who may not read the settings. Immutable.
 *
 * @param evicts why counts may be thrown away; empty if they are kept, or that is not known
 * @param isReplicated whether replicas are connected
 * @param unknown why it cannot be told; empty if it can
 */
public record RedisSetup(Optional<String> evicts, boolean isReplicated, Optional<String> unknown) {
  private static final String POLICY = "maxmemory_policy:";
  private static final String REPLICAS = "connected_slaves:";
  private static final String KEEPS = "noeviction";

  /**
   * Asks a Redis for its setup.
   *
   * @throws pipeline.wire.query.CountsUnavailableException if Redis cannot be asked
   */
  public static RedisSetup of(RedisLink link) {
    return link.askSync(RedisSetup::of);
  }

  /**
   * A warning of the counts that a kill of Redis may lose; empty if none. Our user may not be
   * allowed to see the settings, which are unknown then.
   *
   * @throws pipeline.wire.query.CountsUnavailableException if Redis cannot be asked
   */
  public static Optional<String> durabilityWarning(RedisLink link) {
    Map<String, String> settings = link.askSync(RedisSetup::logSettings);
    String log = settings.getOrDefault("appendonly", "unknown");
    String fsync = settings.getOrDefault("appendfsync", "unknown");
    if (log.equals("yes") && fsync.equals("always")) {
      return Optional.empty();
    }
    String found = "Redis has appendonly " + log + ", appendfsync " + fsync;
    return Optional.of(
        log.equals("unknown")
            ? found + ": if they are not yes and always, a kill of Redis may lose counts"
            : found + ", not yes and always: a kill of Redis may lose counts");
  }

  private static Map<String, String> logSettings(RedisCommands<String, String> redis) {
    try {
      return redis.configGet("append*");
    } catch (RedisCommandExecutionException e) {
      return Map.of();
    }
  }

  private static RedisSetup of(RedisCommands<String, String> redis) {
    try {
      String replicas = line(redis.info("replication"), REPLICAS).orElse("0");
      return line(redis.info("memory"), POLICY)
          .map(policy -> new RedisSetup(evicts(policy), !replicas.equals("0"), Optional.empty()))
          .orElseGet(() -> unknown("INFO does not tell"));
    } catch (RedisCommandExecutionException e) {
      if (!e.getMessage().startsWith("NOPERM")) {
        throw e;
      }
      return unknown("its user may not read INFO");
    }
  }

  private static RedisSetup unknown(String why) {
    return new RedisSetup(Optional.empty(), false, Optional.of(why));
  }

  /** The rest of the line of INFO that begins with {@code field}. */
  static Optional<String> line(String info, String field) {
    return info.lines()
        .filter(line -> line.startsWith(field))
        .map(line -> line.substring(field.length()))
        .findFirst();
  }

  /**
   * The reason why counts may be evicted; empty if none are. Without a limit of memory a Redis
   * evicts nothing, and a policy that spares keys without an age spares the counts. But a limit can
   * be set at any time and keys be given an age, and then nobody notices the loss of counts, or of
   * the identities that keep copies out.
   */
  private static Optional<String> evicts(String policy) {
    return policy.equals(KEEPS)
        ? Optional.empty()
        : Optional.of(
            "Redis has maxmemory-policy %s, which may throw counts away: it must be %s"
                .formatted(policy, KEEPS));
  }
}
