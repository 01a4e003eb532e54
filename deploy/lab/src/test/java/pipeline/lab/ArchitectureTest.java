package pipeline.lab;

import org.junit.jupiter.api.Test;
import pipeline.testkit.PackageTable;

class ArchitectureTest {
  /** Each package, and the ones it may use. */
  private static final PackageTable PACKAGES =
      new PackageTable(
          "pipeline.lab",
          """
          process               | -
          system                | process
          job                   | process, system
          experiment.design     | -
          experiment.result     | experiment.design, system
          experiment.statistics | experiment.design, experiment.result
          experiment.preset     | experiment.design, experiment.result
          experiment.report     | experiment.design, experiment.preset, experiment.result, experiment.statistics, system
          experiment.run        | experiment.design, experiment.result, process, system
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
        com.rabbitmq                  | system
        org.apache.commons.statistics | experiment.statistics
        com.fasterxml.jackson         | experiment.preset, experiment.report, experiment.run, job
        picocli                       | experiment.cli, job
        pipeline.client               | job
        me.tongfei                    | experiment.cli
        """);
  }
}
