package pipeline.lab.experiment.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import pipeline.rig.Program;
import pipeline.rig.machine.ProcessUsage;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.StuckException;

/**
 * A program that has run to its end.
 *
 * @param output what it wrote, both streams
 * @param peakMib the most resident memory seen, in MiB; 0 if it ended too soon
 */
record EndedProgram(String output, double peakMib) {
  private static final Duration LOOK_INTERVAL = Duration.ofMillis(100);

  /**
   * Runs a program, and looks at it now and then, since nothing tells of one that has ended.
   *
   * @param logs the folder of its output
   * @throws IOException it ended with another status than 0
   * @throws StuckException it was killed after {@code limit}
   */
  static EndedProgram run(Program program, Path logs, Duration limit)
      throws IOException, InterruptedException {
    Path log = Files.createTempFile(logs, program.name() + "-", ".log");
    try (ChildProcess process = ChildProcess.start(program.name(), program.builder(), log)) {
      double peak = 0;
      long deadline = System.nanoTime() + limit.toNanos();
      while (System.nanoTime() - deadline < 0 && !process.endsWithin(LOOK_INTERVAL)) {
        try {
          peak = Math.max(peak, ProcessUsage.residentMib(process.pid(), true));
        } catch (IOException e) {
          // the process ended before or within the read: the next wait tells
        }
      }
      if (process.await(Duration.ZERO) != 0) {
        throw process.failed("ended with " + process.awaitEnd());
      }
      return new EndedProgram(process.output(), peak);
    }
  }
}
