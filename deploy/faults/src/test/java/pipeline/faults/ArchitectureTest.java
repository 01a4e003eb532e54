package pipeline.faults;

import org.junit.jupiter.api.Test;
import pipeline.testkit.PackageTable;

class ArchitectureTest {
  @Test
  void packagesUseOnlyThePackagesAndLibrariesThatTheTablesName() {
    PackageTable.checkModule(
        "pipeline.faults",
        """
        hostile   | -
        run       | hostile
        root      | *
        """,
        """
        com.rabbitmq | run
        picocli      | root
        """);
  }
}
