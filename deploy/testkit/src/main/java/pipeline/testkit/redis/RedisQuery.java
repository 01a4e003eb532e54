package pipeline.testkit.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.function.Function;

/**
 * Asks a Redis with Lettuce. This class is apart from {@link PrivateRedis}, which programs without
 * Lettuce use too.
 */
final class RedisQuery {
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

  private RedisQuery() {}

  static <T> T ask(String url, Function<RedisCommands<String, String>, T> question) {
    RedisClient client = RedisClient.create(url);
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      return question.apply(connection.sync());
    } finally {
      client.shutdown(Duration.ZERO, CLOSE_LIMIT);
    }
  }
}
