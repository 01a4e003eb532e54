package pipeline.lab.experiment.run;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import pipeline.rig.Component;
import pipeline.rig.Proof;
import pipeline.rig.Rig;

/**
 * Publishes the whole input to the queue as a server would, at no rate of note: what is measured is
 * how long consumers need for it.
 */
record BacklogSender(CellPrograms programs, CheckedInput checked, Rig rig) implements Sender {
  private static final long SLOWEST_RATE = 1_000;

  @Override
  public void warmUp(Execution execution, List<Integer> ports)
      throws IOException, InterruptedException {
    publish(execution, checked.warmUp("1"));
  }

  /** Stops the consumers and publishes the input; all of it waits in the queue at the return. */
  @Override
  public Sent measured(Execution execution, List<Integer> ports)
      throws IOException, InterruptedException {
    rig.parts().freeze(Component.CONSUMER);
    EndedProgram ended;
    try {
      ended = publish(execution, checked.measured("1"));
    } catch (IOException | InterruptedException e) {
      // a stopped consumer cannot end
      rig.parts().thaw(Component.CONSUMER);
      throw e;
    }
    long lines = checked.lines();
    return new Sent(ended, new ClientResult(lines, 0, lines, 0, Double.NaN, Map.of(), Map.of()));
  }

  private EndedProgram publish(Execution execution, List<String> input)
      throws IOException, InterruptedException {
    return execution.toItsEnd(
        programs.backlog(rig, input), Duration.ofSeconds(120 + checked.lines() / SLOWEST_RATE));
  }

  @Override
  public Miscount losses(Map<String, Proof> counted) throws IOException {
    return checked.losses(counted);
  }
}
