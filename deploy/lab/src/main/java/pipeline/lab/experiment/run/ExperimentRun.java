package pipeline.lab.experiment.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.LaunchFile;

/**
 * Goes through a schedule. Every launch is written down when it has ended, so that another run on
 * the same file goes on where this one was interrupted.
 */
public final class ExperimentRun {
  /** Then it is the machine, or the arguments, and no cell. */
  private static final int FAILURES_IN_A_ROW = 3;

  private final List<Slot> slots;
  private final Runner runner;
  private final LaunchFile file;
  private final Predicate<List<Launch>> enough;

  /**
   * @param slots what is to be launched, in this order
   * @param enough asked after each block whether the launches so far will do
   */
  public ExperimentRun(
      List<Slot> slots, Runner runner, LaunchFile file, Predicate<List<Launch>> enough) {
    this.slots = List.copyOf(slots);
    this.runner = runner;
    this.file = file;
    this.enough = enough;
  }

  /**
   * Makes the launches that the file does not have.
   *
   * @param ended told of each launch, in the order of the schedule
   * @throws IOException the file cannot be written, or several launches in a row have failed
   */
  public void perform(Consumer<Launch> ended) throws IOException, InterruptedException {
    List<Launch> done = new ArrayList<>(file.read());
    int failures = 0;
    while (done.size() < slots.size() && !(isWhole(done.size()) && enough.test(done))) {
      Slot slot = slots.get(done.size());
      Launch launch = runner.launch(slot);
      if (Thread.interrupted()) {
        // it may have failed for that reason
        throw new InterruptedException();
      }
      file.append(launch);
      done.add(launch);
      ended.accept(launch);
      failures = launch.isMeasured() ? 0 : failures + 1;
      if (failures == FAILURES_IN_A_ROW) {
        throw new IOException(failures + " launches in a row have failed: " + launch.note());
      }
    }
  }

  /** Whether the next launch begins a block. */
  private boolean isWhole(int launches) {
    return launches > 0 && slots.get(launches - 1).block() < slots.get(launches).block();
  }
}
