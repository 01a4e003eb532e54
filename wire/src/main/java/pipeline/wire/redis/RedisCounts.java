package pipeline.wire.redis;

import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import pipeline.wire.query.CounterQueries;
import pipeline.wire.query.CountsUnavailableException;

/**
 * Reads of the counts that consumers keep in Redis. Thread-safe.
 *
 * @param link stays open when this is no longer used; its owner closes it
 */
public record RedisCounts(RedisLink link) implements CounterQueries {
  @Override
  public long number(String number) {
    return parse(ask(redis -> redis.get(number)), number);
  }

  @Override
  public long number(String table, String row) {
    return parse(ask(redis -> redis.hget(table, row)), table);
  }

  @Override
  public Map<String, Long> rows(String table) {
    return ask(redis -> redis.hgetall(table)).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, row -> parse(row.getValue(), table)));
  }

  @Override
  public long rowCount(String table) {
    return ask(redis -> redis.hlen(table));
  }

  @Override
  public boolean contains(String set, String member) {
    return ask(redis -> redis.sismember(set, member));
  }

  @Override
  public List<String> members(String set, int limit) {
    return ask(redis -> redis.srandmember(set, limit));
  }

  private <T> T ask(Function<RedisCommands<String, String>, T> question) {
    return link.ask(connection -> question.apply(connection.sync()));
  }

  private static long parse(String text, String key) {
    try {
      return text == null ? 0 : Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new CountsUnavailableException("Redis holds no number at " + key, e);
    }
  }
}
