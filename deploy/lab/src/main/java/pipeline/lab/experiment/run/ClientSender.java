package pipeline.lab.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import pipeline.lab.experiment.run.CheckedInput.Counted;
import pipeline.rig.CommandLines;

/**
 * Sends the whole input once by client.jar, a JVM of its own for the warm-up.
 *
 * @param json where the client leaves its results
 */
record ClientSender(CellPrograms programs, CheckedInput checked, Path json) implements Sender {
  private static final long SLOWEST_RATE = 20;

  @Override
  public void warmUp(Execution execution, List<Integer> ports)
      throws IOException, InterruptedException {
    send(execution, ports, checked.warmUp(threads()), programs.warmingUp().toArray(String[]::new));
  }

  @Override
  public Sent measured(Execution execution, List<Integer> ports)
      throws IOException, InterruptedException {
    List<String> more = new ArrayList<>(programs.measuring(json.resolveSibling("client.csv")));
    more.addAll(List.of("--json", json.toString()));
    EndedProgram client =
        send(execution, ports, checked.measured(threads()), more.toArray(String[]::new));
    return new Sent(client, ClientResult.read(json));
  }

  private String threads() {
    return Setting.THREADS.of(programs.cell());
  }

  private EndedProgram send(
      Execution execution, List<Integer> ports, List<String> input, String... more)
      throws IOException, InterruptedException {
    List<String> urls = ports.stream().map(CommandLines::base).toList();
    return execution.toItsEnd(
        programs.client(input, urls, more),
        Duration.ofSeconds(120 + checked.lines() / SLOWEST_RATE));
  }

  @Override
  public Miscount losses(Map<String, Counted> counted) {
    return checked.losses(counted);
  }
}
