package pipeline.consumer.store.redis;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A script among our resources, which Redis runs in one atomic step. Immutable. */
final class Script {
  private final String text;

  /** Reads the resource {@code name} beside this class. */
  Script(String name) {
    try (InputStream resource = Script.class.getResourceAsStream(name)) {
      text = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(name + " is not in the jar", e);
    }
  }

  /**
   * Runs the script by its digest; its text is sent only when Redis does not know it.
   *
   * @return the items of the table that it returns
   */
  List<Object> run(RedisCommands<String, String> redis, String[] keys, String... arguments) {
    try {
      return redis.evalsha(redis.digest(text), ScriptOutputType.MULTI, keys, arguments);
    } catch (RedisNoScriptException e) {
      return redis.eval(text, ScriptOutputType.MULTI, keys, arguments);
    }
  }
}
