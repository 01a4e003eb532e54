package pipeline.lab;

import org.junit.jupiter.api.Test;
import pipeline.testkit.PackageTable;

class ArchitectureTest {
  /** Each package, and the ones it may use. */
  private static final PackageTable PACKAGES =
      new PackageTable(
          "pipeline.lab",
          """
          job                 | -
          experiment.analysis | -
          experiment.report   | experiment.analysis
          experiment.run      | experiment.analysis
          experiment.cli      | *
          experiment          | -
          root                | *
          """);

  @Test
  void packagesUseOnlyThoseThatTheTableNames() {
    PACKAGES.check();
  }

  @Test
  void librariesAreKnownWhereTheirJobIs() {
    PACKAGES.checkLibraries(
        """
        org.apache.commons.statistics | experiment.analysis
        com.fasterxml.jackson         | experiment.report
        picocli                       | experiment.cli, job
        pipeline.client               | experiment.cli, experiment.run, job
        """);
  }
}
