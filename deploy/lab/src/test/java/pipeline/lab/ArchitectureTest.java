package pipeline.lab;

import org.junit.jupiter.api.Test;
import pipeline.testkit.PackageTable;

/**
 * The packages of runs and experiments use only the packages and libraries that the tables name.
 */
class ArchitectureTest {
  @Test
  void packagesUseOnlyThePackagesAndLibrariesThatTheTablesName() {
    PackageTable.checkModule(
        "pipeline.lab",
        """
        job                 | -
        experiment.analysis | -
        experiment.report   | experiment.analysis
        experiment.run      | experiment.analysis
        experiment.cli      | *
        experiment          | -
        root                | *
        """,
        """
        org.apache.commons.statistics | experiment.analysis
        com.fasterxml.jackson         | experiment.report
        picocli                       | experiment.cli, job
        pipeline.client               | experiment.cli, experiment.run, job
        """);
  }
}
