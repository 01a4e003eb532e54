package pipeline.server;

import org.junit.jupiter.api.Test;
import pipeline.testkit.PackageTable;

final class ArchitectureTest {
  /** Each package, and the ones it may use. */
  private static final PackageTable PACKAGES =
      new PackageTable(
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
          """);

  @Test
  void packagesUseOnlyThoseThatTheTableNames() {
    PACKAGES.check();
  }

  @Test
  void librariesAreKnownWhereTheirJobIs() {
    PACKAGES.checkLibraries(
        """
        com.rabbitmq               | broker, reference
        org.apache.commons.pool2   | broker, reference
        org.apache.catalina        | tomcat, root
        org.apache.coyote          | tomcat
        javax.servlet              | exchange, http, operations, tomcat, reference, root
        io.micrometer              | exchange, publish
        com.fasterxml.jackson      | exchange, http
        """);
  }
}
