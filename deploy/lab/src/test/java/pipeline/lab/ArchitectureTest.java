package pipeline.lab;

import org.junit.jupiter.api.Test;
import pipeline.testkit.PackageTable;

class ArchitectureTest {
  /** Each package, and the ones it may use. */
  private static final PackageTable PACKAGES =
      new PackageTable(
          "pipeline.lab",
          """
          job                   | -
          experiment.design     | -
          experiment.result     | experiment.design
          experiment.statistics | experiment.design, experiment.result
          experiment.preset     | experiment.design, experiment.result
          experiment.report     | experiment.design, experiment.preset, experiment.result, experiment.statistics
          experiment.run        | experiment.design, experiment.result
          experiment.cli        | *
          experiment            | -
          root                  | *
          """);

  @Test
  void packagesUseOnlyThoseThatTheTableNames() {
    PACKAGES.check();
  }

  @Test
  void librariesAreKnownWhereTheirJobIs() {
    PACKAGES.checkLibraries(
        """
        org.apache.commons.statistics | experiment.statistics
        com.fasterxml.jackson         | experiment.preset, experiment.report
        picocli                       | experiment.cli, job
        pipeline.client               | experiment.cli, experiment.run, job
        """);
  }
}
