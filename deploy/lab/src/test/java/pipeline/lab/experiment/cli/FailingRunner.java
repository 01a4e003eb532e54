package pipeline.lab.experiment.cli;

import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Launch.Status;
import pipeline.lab.experiment.run.Runner;

/** No program can be started. */
final class FailingRunner implements Runner {
  @Override
  public String about() {
    return "no broker";
  }

  @Override
  public Launch launch(Slot slot) {
    return Launch.failed(slot, Status.FAILED, "no Java");
  }

  @Override
  public void close() {
    // holds nothing
  }
}
