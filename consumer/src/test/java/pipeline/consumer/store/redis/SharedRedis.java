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
    PrivateRedis redis =
        context
            .getRoot()
            .getStore(Namespace.GLOBAL)
            .getOrComputeIfAbsent(PrivateRedis.class, type -> start(), PrivateRedis.class);
    redis.ask(commands -> commands.flushall());
    return redis;
  }

  private static PrivateRedis start() {
    try {
      Path home = Files.createTempDirectory(Path.of("target"), "redis");
      // this Redis tells a digest of all that it holds
      PrivateRedis redis =
          new PrivateRedis(home.toAbsolutePath(), "--enable-debug-command", "local");
      redis.start();
      return redis;
    } catch (Exception e) {
      throw new IllegalStateException("Redis does not start", e);
    }
  }
}
