package pipeline.lab.experiment.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.ObjIntConsumer;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.LaunchFile;

/**
 * Goes through a schedule. Every launch is written down when it has ended, so that another run on
 * the same file goes on where this one was interrupted.
 *
 * <p>A cell that this machine or its broker does not allow fails whenever its turn comes, the base
 * twice a block, and the others go on. When launches of every cell have failed without one between
 * them that has not, nothing works, and it ends.
 */
public final class ScheduleRun {
  /** The fewest failures in a row that end the run: with one or two cells, fewer may be chance. */
  private static final int LEAST_FAILURES = 3;

  private final List<Slot> slots;
  private final Runner runner;
  private final LaunchFile file;

  /**
   * @param slots what is to be launched, in this order
   */
  public ScheduleRun(List<Slot> slots, Runner runner, LaunchFile file) {
    this.slots = List.copyOf(slots);
    this.runner = runner;
    this.file = file;
  }

  /**
   * Makes the launches that the file does not have.
   *
   * @param ended told of each launch, in the order of the schedule, and how many there are now
   * @throws IOException the file cannot be written, or launches of every cell have failed in a row
   */
  public void perform(ObjIntConsumer<Launch> ended) throws IOException, InterruptedException {
    List<Launch> done = new ArrayList<>(file.read());
    long cells = slots.stream().map(Slot::cell).distinct().count();
    List<Cell> failed = new ArrayList<>();
    while (done.size() < slots.size()) {
      Slot slot = slots.get(done.size());
      Launch launch = runner.launch(slot);
      if (Thread.interrupted()) {
        // the launch may have failed because of the interrupt
        throw new InterruptedException();
      }
      file.append(launch);
      done.add(launch);
      ended.accept(launch, done.size());
      if (launch.isMeasured()) {
        failed.clear();
      } else {
        failed.add(slot.cell());
      }
      if (failed.size() >= LEAST_FAILURES && Set.copyOf(failed).size() == cells) {
        throw new IOException(failed.size() + " launches in a row have failed: " + launch.note());
      }
    }
  }
}
