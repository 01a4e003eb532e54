package pipeline.consumer.store.redis;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** {@code count.lua}, run by its digest, and sent whole when Redis has forgotten it. Immutable. */
final class CountScript {
  private final String text;

  CountScript() {
    try (InputStream resource = CountScript.class.getResourceAsStream("count.lua")) {
      text = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("count.lua is not in the jar", e);
    }
  }

  /** The places of the batch's identities that are counted already; if none, it is counted now. */
  List<Long> run(
      StatefulRedisConnection<String, String> connection, RedisBatch batch, long nowMillis) {
    RedisCommands<String, String> redis = connection.sync();
    String[] keys = batch.keys();
    String[] arguments = batch.arguments(nowMillis);
    try {
      return redis.evalsha(redis.digest(text), ScriptOutputType.MULTI, keys, arguments);
    } catch (RedisNoScriptException e) {
      return redis.eval(text, ScriptOutputType.MULTI, keys, arguments);
    }
  }
}
