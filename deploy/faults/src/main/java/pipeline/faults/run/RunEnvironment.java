package pipeline.faults.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.function.Predicate;
import pipeline.faults.plan.FaultPlan;
import pipeline.faults.system.RunFiles;
import pipeline.faults.system.RunInput;
import pipeline.rig.Jars;
import pipeline.rig.Services;
import pipeline.wire.identity.RunId;

/** The services and the directory in which one worker does its runs, one after the other. */
final class RunEnvironment {
  private final Jars jars;
  private final Services services;
  private final Path home;
  private final RunInput input;
  private final PrintWriter out;
  private final SecureRandom random = new SecureRandom();

  RunEnvironment(Jars jars, Services services, Path home, RunInput input, PrintWriter out) {
    this.jars = jars;
    this.services = services;
    this.home = home;
    this.input = input;
    this.out = out;
  }

  /**
   * Does one run and prints its line, which begins with {@code label}. The directory of a run whose
   * result is not as {@code expected} stays and is named.
   */
  RunResult run(String label, FaultPlan plan, Predicate<RunResult> expected)
      throws IOException, InterruptedException {
    String runId = RunId.random(random).toString();
    RunFiles files = new RunFiles(Files.createDirectory(home.resolve(runId)), runId);
    RunResult result;
    boolean keep = false;
    try {
      RunInput sized = input.withLinesPerRequest(plan.linesPerRequest());
      result = FaultRun.run(jars, services, files, plan, sized);
      keep = !expected.test(result) && !result.is(Judgement.Status.VOID);
    } finally {
      if (!keep) {
        files.delete();
      }
    }
    out.println(label + " " + result.line() + (keep ? " kept in " + files.directory() : ""));
    return result;
  }

  /** Prints a line among those of the runs. */
  void say(String line) {
    out.println(line);
  }
}
