package pipeline.lab.experiment.cli;

import java.util.function.Predicate;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Launch.Status;
import pipeline.lab.experiment.run.Runner;

/** A runner that cannot start the programs of some cells; else like {@link FakeRunner}. */
final class FailingRunner implements Runner {
  private final FakeRunner others = new FakeRunner(-1);
  private final Predicate<Cell> failing;

  FailingRunner(Predicate<Cell> failing) {
    this.failing = failing;
  }

  @Override
  public String about() {
    return "no broker";
  }

  @Override
  public Launch launch(Slot slot) throws InterruptedException {
    return failing.test(slot.cell())
        ? Launch.failed(slot, Status.FAILED, "no Java")
        : others.launch(slot);
  }

  @Override
  public void close() {
    // holds nothing
  }
}
