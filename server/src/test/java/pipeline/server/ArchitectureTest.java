package pipeline.server;

import org.junit.jupiter.api.Test;
import pipeline.testkit.PackageTable;

/** The packages of the server use only the packages and libraries that the tables name. */
final class ArchitectureTest {
  @Test
  void packagesUseOnlyThePackagesAndLibrariesThatTheTablesName() {
    PackageTable.checkModule(
        "pipeline.server",
        """
        lifecycle  | -
        broker     | lifecycle
        publish    | broker, lifecycle
        exchange   | lifecycle
        http       | exchange, publish, broker, lifecycle
        operations | exchange, publish
        workload   | http, exchange
        tomcat     | exchange
        reference  | exchange, workload
        root       | *
        """,
        """
        com.rabbitmq               | broker, reference, root
        org.apache.commons.pool2   | broker, reference
        org.apache.catalina        | tomcat, root
        org.apache.coyote          | tomcat
        javax.servlet              | exchange, http, operations, tomcat, reference, root
        io.micrometer              | exchange, publish
        com.fasterxml.jackson      | exchange, http
        """);
  }
}
