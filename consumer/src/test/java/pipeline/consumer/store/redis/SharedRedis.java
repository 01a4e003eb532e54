package pipeline.consumer.store.redis;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import pipeline.testkit.redis.PrivateRedis;

/**
 * Gives one real Redis to all test classes of the module, empty for each method that asks for it;
 * tests are skipped where Redis is not installed. A test that changes the node sets it right again.
 */
public final class SharedRedis implements ParameterResolver, ExecutionCondition {
  /** A node that ends with the tests. */
  private record Node(PrivateRedis redis) implements AutoCloseable {
    @Override
    public void close() {
      redis.close();
    }
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return PrivateRedis.isInstalled()
        ? ConditionEvaluationResult.enabled("Redis is installed")
        : ConditionEvaluationResult.disabled("Redis is not installed");
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == PrivateRedis.class;
  }

  @Override
  public PrivateRedis resolveParameter(ParameterContext parameter, ExtensionContext context) {
    ExtensionContext.Store store = context.getRoot().getStore(Namespace.create(Node.class));
    PrivateRedis redis =
        store.getOrComputeIfAbsent(Node.class, type -> start(), Node.class).redis();
    redis.ask(commands -> commands.flushall());
    return redis;
  }

  private static Node start() {
    try {
      Path home = Files.createTempDirectory(Path.of("target"), "redis");
      // this Redis tells a digest of all that it holds
      PrivateRedis redis =
          new PrivateRedis(home.toAbsolutePath(), "--enable-debug-command", "local");
      redis.start();
      return new Node(redis);
    } catch (Exception e) {
      throw new IllegalStateException("Redis does not start", e);
    }
  }
}
