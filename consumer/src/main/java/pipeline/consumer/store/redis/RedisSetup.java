package pipeline.consumer.store.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.Optional;
import pipeline.wire.redis.RedisLink;

/**
 * Whether a Redis is set up to keep counts. All of it is in what INFO tells, which a user may be
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
   * Asks for it.
   *
   * @throws pipeline.wire.query.CountsUnavailableException if Redis cannot be asked
   */
  public static RedisSetup of(RedisLink link) {
    return link.ask(connection -> of(connection.sync()));
  }

  /**
   * Waits for a sign of life.
   *
   * @throws pipeline.wire.query.CountsUnavailableException if none comes
   */
  public static void ping(RedisLink link) {
    link.ask(connection -> connection.sync().ping());
  }

  private static RedisSetup of(RedisCommands<String, String> redis) {
    String memory;
    String replication;
    try {
      memory = redis.info("memory");
      replication = redis.info("replication");
    } catch (RedisCommandExecutionException e) {
      if (!e.getMessage().startsWith("NOPERM")) {
        throw e;
      }
      return unknown("its user may not read INFO");
    }
    return line(memory, POLICY)
        .map(
            policy ->
                new RedisSetup(
                    evicts(policy),
                    !line(replication, REPLICAS).orElse("0").equals("0"),
                    Optional.empty()))
        .orElseGet(() -> unknown("INFO does not tell"));
  }

  private static RedisSetup unknown(String why) {
    return new RedisSetup(Optional.empty(), false, Optional.of(why));
  }

  private static Optional<String> line(String info, String field) {
    return info.lines()
        .filter(line -> line.startsWith(field))
        .map(line -> line.substring(field.length()))
        .findFirst();
  }

  /**
   * Without a limit of memory such a Redis evicts nothing, and one that spares keys without an age
   * spares ours. But a limit can be set at any time and keys be given an age, and what is thrown
   * away then is not missed: neither the counts, nor the identities that keep copies out.
   */
  private static Optional<String> evicts(String policy) {
    return policy.equals(KEEPS)
        ? Optional.empty()
        : Optional.of(
            "Redis has maxmemory-policy %s, which may throw counts away: it must be %s"
                .formatted(policy, KEEPS));
  }
}
