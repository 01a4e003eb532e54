package pipeline.lab.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import pipeline.rig.Program;
import pipeline.rig.Proof;
import pipeline.rig.Rig;

/**
 * Sends the whole input once by client.jar, a JVM of its own for the warm-up.
 *
 * @param json where the client leaves its results
 */
record ClientSender(CellPrograms programs, CheckedInput checked, Rig rig, Path json)
    implements Sender {
  private static final long SLOWEST_RATE = 20;

  @Override
  public void warmUp(Execution execution, List<Integer> ports)
      throws IOException, InterruptedException {
    send(execution, checked.warmUp(threads()), programs.warmingUp());
  }

  @Override
  public Sent measured(Execution execution, List<Integer> ports)
      throws IOException, InterruptedException {
    List<String> more = new ArrayList<>(programs.measuring(json.resolveSibling("client.csv")));
    more.addAll(List.of("--json", json.toString()));
    EndedProgram client = send(execution, checked.measured(threads()), more);
    return new Sent(client, ClientResult.read(json));
  }

  private String threads() {
    return Setting.THREADS.of(programs.cell());
  }

  private EndedProgram send(Execution execution, List<String> input, List<String> more)
      throws IOException, InterruptedException {
    Program client = programs.client(rig, input).plus(more.toArray(String[]::new));
    return execution.toItsEnd(client, Duration.ofSeconds(120 + checked.lines() / SLOWEST_RATE));
  }

  @Override
  public Miscount losses(Map<String, Proof> counted) throws IOException {
    return checked.losses(counted);
  }
}
