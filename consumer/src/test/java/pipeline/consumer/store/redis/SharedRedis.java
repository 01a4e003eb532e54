package pipeline.consumer.store.redis;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import pipeline.testkit.redis.PrivateRedis;

/**
 * One real Redis for all test classes of the module, which ends with the JVM. A test that changes
 * the node sets it right again.
 */
final class SharedRedis {
  private static PrivateRedis redis;

  private SharedRedis() {}

  /** The Redis, which runs; tests are skipped where Redis is not installed. */
  static PrivateRedis started() throws Exception {
    assumeTrue(PrivateRedis.isInstalled(), "Redis is not installed");
    if (redis == null) {
      Path home = Files.createTempDirectory(Path.of("target"), "redis").toAbsolutePath();
      redis = new PrivateRedis(home);
      redis.start();
    }
    return redis;
  }
}
