package pipeline.rig;

import org.junit.jupiter.api.Test;
import pipeline.testkit.PackageTable;

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
