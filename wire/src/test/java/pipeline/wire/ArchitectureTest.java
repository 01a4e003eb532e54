package pipeline.wire;

import org.junit.jupiter.api.Test;
import pipeline.testkit.PackageTable;

final class ArchitectureTest {
  /** Each package, and the ones it may use. */
  private static final PackageTable PACKAGES =
      new PackageTable(
          "pipeline.wire",
          """
          settings | -
          process  | -
          page     | -
          identity | -
          codec    | identity
          workload | codec, settings
          query    | process, workload
          amqp     | codec, identity, settings, workload
          redis    | identity, query, settings
          root     | -
          """);

  @Test
  void packagesUseOnlyThoseThatTheTableNames() {
    PACKAGES.check();
  }

  @Test
  void librariesAreKnownWhereTheirJobIs() {
    PACKAGES.checkLibraries(
        """
        com.rabbitmq                | amqp
        io.lettuce                  | redis
        com.fasterxml.jackson       | codec, query, workload
        org.apache.commons          | amqp, process, query, redis
        picocli                     | process
        io.micrometer               | process
        """);
  }
}
