package pipeline.faults;

import org.junit.jupiter.api.Test;
import pipeline.testkit.PackageTable;

class ArchitectureTest {
  /** Each package, and the ones it may use. */
  private static final PackageTable PACKAGES =
      new PackageTable(
          "pipeline.faults",
          """
          hostile   | -
          run       | hostile
          root      | *
          """);

  @Test
  void packagesUseOnlyThoseThatTheTableNames() {
    PACKAGES.check();
  }

  @Test
  void librariesAreKnownWhereTheirJobIs() {
    PACKAGES.checkLibraries(
        """
        com.rabbitmq | run
        picocli      | root
        """);
  }
}
