package pipeline.faults;

import org.junit.jupiter.api.Test;
import pipeline.testkit.PackageTable;

/** The packages of fault runs use only the packages and libraries that the tables name. */
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
