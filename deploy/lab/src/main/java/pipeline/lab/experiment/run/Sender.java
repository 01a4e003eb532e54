package pipeline.lab.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import pipeline.rig.Program;
import pipeline.rig.Proof;
import pipeline.rig.Rig;

/** Sends to the servers of one launch, and knows the expected counts. Used by one thread. */
interface Sender {

  /** Runs a program until it ends by itself. */
  interface Execution {
    EndedProgram toItsEnd(Program program, Duration limit) throws IOException, InterruptedException;
  }

  /**
   * What was sent.
   *
   * @param program that has sent it, and has ended
   */
  record Sent(EndedProgram program, ClientResult result) {}

  /**
   * The sender for a cell.
   *
   * @param rig whose consumers a backlog is for
   * @param json where a client leaves its results
   */
  static Sender of(CellRun.Site site, CellPrograms programs, Rig rig, Path json) {
    return switch (LoadGenerator.of(programs.cell())) {
      case CLIENT -> new ClientSender(programs, site.checked(), rig, json);
      case BACKLOG -> new BacklogSender(programs, site.checked(), rig);
      case WRK ->
          new TimedSender(programs.cell(), rig.spec(), site.root(), site.input(), site.warmUp());
    };
  }

  /**
   * Sends the warm-up; returns after the last answer.
   *
   * @param ports of the servers, or of what stands before them
   */
  void warmUp(Execution execution, List<Integer> ports) throws IOException, InterruptedException;

  /** Sends what is measured; returns after the last answer. */
  Sent measured(Execution execution, List<Integer> ports) throws IOException, InterruptedException;

  /**
   * What was sent and is missing from the counts, and what was counted too often.
   *
   * @param counted by the name of a counter
   */
  Miscount losses(Map<String, Proof> counted) throws IOException;
}
