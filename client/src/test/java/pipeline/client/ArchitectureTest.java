package pipeline.client;

import org.junit.jupiter.api.Test;
import pipeline.testkit.PackageTable;

/** The packages of the client use only the packages and libraries that the tables name. */
final class ArchitectureTest {
  @Test
  void packagesUseOnlyThePackagesAndLibrariesThatTheTablesName() {
    PackageTable.checkModule(
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
        """,
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
