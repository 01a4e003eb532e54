package pipeline.client;

import org.junit.jupiter.api.Test;
import pipeline.testkit.PackageTable;

/** The packages and libraries of the client are used where the tables name them. */
final class ArchitectureTest {
  /** Each package, and the ones it may use. */
  private static final PackageTable PACKAGES =
      new PackageTable(
          "pipeline.client",
          """
          input    | -
          stats    | -
          http     | input
          workload | http, input
          load     | http, input, stats, workload
          broker   | input, load, stats
          report   | broker, http, input, load, stats, workload
          cli      | broker, http, input, load, report, workload
          root     | *
          """);

  @Test
  void packagesUseOnlyThoseThatTheTableNames() {
    PACKAGES.check();
  }

  @Test
  void librariesAreKnownWhereTheirJobIs() {
    PACKAGES.checkLibraries(
        """
        com.rabbitmq                | broker
        org.apache.hc               | http
        com.fasterxml.jackson       | input, report, workload
        org.HdrHistogram            | stats
        picocli                     | cli
        pipeline.wire               | broker, cli, http, load, report, root, workload
        """);
  }
}
