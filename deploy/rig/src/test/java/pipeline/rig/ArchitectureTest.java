package pipeline.rig;

import org.junit.jupiter.api.Test;
import pipeline.testkit.PackageTable;

/** The packages of the rig use only the packages and libraries that the tables name. */
class ArchitectureTest {
  @Test
  void packagesUseOnlyThePackagesAndLibrariesThatTheTablesName() {
    PackageTable.checkModule(
        "pipeline.rig",
        """
        machine | -
        root    | machine
        """,
        "com.rabbitmq | root");
  }
}
