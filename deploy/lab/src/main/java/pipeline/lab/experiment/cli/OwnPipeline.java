package pipeline.lab.experiment.cli;

import java.io.IOException;
import java.nio.file.Path;
import pipeline.lab.experiment.run.PipelineRunner;
import pipeline.lab.experiment.run.Runner;

/** Launches the programs of the checkout. */
final class OwnPipeline implements Main.RunnerSource {
  @Override
  public Runner start(Plan plan, Path logs) throws IOException, InterruptedException {
    return new PipelineRunner(
        plan.root(), plan.input(), plan.warmUp(), plan.design().cells(), logs);
  }
}
