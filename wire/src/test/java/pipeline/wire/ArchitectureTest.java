package pipeline.wire;

import org.junit.jupiter.api.Test;
import pipeline.testkit.PackageTable;

/**
 * The packages that all programs share use only the packages and libraries that the tables name.
 */
final class ArchitectureTest {
  @Test
  void packagesUseOnlyThePackagesAndLibrariesThatTheTablesName() {
    PackageTable.checkModule(
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
        """,
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
