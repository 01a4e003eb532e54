package pipeline.wire.redis;

import java.util.List;
import java.util.Map;
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
    return parse(link.askSync(redis -> redis.get(number)), number);
  }

  @Override
  public long number(String table, String row) {
    return parse(link.askSync(redis -> redis.hget(table, row)), table);
  }

  @Override
  public Map<String, Long> rows(String table) {
    return link.askSync(redis -> redis.hgetall(table)).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, row -> parse(row.getValue(), table)));
  }

  @Override
  public long rowCount(String table) {
    return link.askSync(redis -> redis.hlen(table));
  }

  @Override
  public boolean contains(String set, String member) {
    return link.askSync(redis -> redis.sismember(set, member));
  }

  @Override
  public List<String> members(String set, int limit) {
    return link.askSync(redis -> redis.srandmember(set, limit));
  }

  private static long parse(String text, String key) {
    try {
      return text == null ? 0 : Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new CountsUnavailableException("Redis holds no number at " + key, e);
    }
  }
}
