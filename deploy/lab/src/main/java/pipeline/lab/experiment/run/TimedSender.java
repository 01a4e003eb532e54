package pipeline.lab.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import pipeline.lab.experiment.design.Cell;
import pipeline.rig.Component;
import pipeline.rig.OurPrograms;
import pipeline.rig.Program;
import pipeline.rig.Proof;
import pipeline.rig.Spec;

/**
 * Sends the lines of a text over and over for some seconds, with wrk. It warms up in turns of a
 * second until as many requests are answered as everywhere else.
 *
 * <p>Which lines were sent is not known when time is up with requests in flight, only that those
 * that were answered must be counted, and of the others no more than were in flight.
 */
final class TimedSender implements Sender {
  private static final int WARM_UP_SECONDS = 1;

  private final Spec spec;
  private final Path lua;
  private final Input input;
  private final long warmUp;
  private final int each;
  private final int connections;
  private long answered;
  private long inFlight;

  /**
   * @param root the checkout, which has what wrk posts
   * @param warmUp requests
   */
  TimedSender(Cell cell, Spec spec, Path root, Input input, long warmUp) {
    this.spec = spec;
    lua = root.resolve("deploy/lab/src/main/lua/lines.lua");
    this.input = input;
    this.warmUp = warmUp;
    each = Setting.LINES_PER_REQUEST.number(cell);
    connections = Setting.THREADS.number(cell);
  }

  @Override
  public void warmUp(Execution execution, List<Integer> ports)
      throws IOException, InterruptedException {
    long requests = 0;
    while (requests < warmUp) {
      requests += send(execution, ports.get(0), WARM_UP_SECONDS).result().successes();
    }
  }

  @Override
  public Sent measured(Execution execution, List<Integer> ports)
      throws IOException, InterruptedException {
    return send(execution, ports.get(0), input.seconds());
  }

  private Sent send(Execution execution, int port, int seconds)
      throws IOException, InterruptedException {
    Program program =
        Program.of(
            "wrk",
            "wrk",
            "-t1",
            "-c" + connections,
            "-d" + seconds + "s",
            "--timeout",
            "10s",
            "-s",
            lua.toString(),
            OurPrograms.lines(port),
            "--",
            input.text().orElseThrow().toString(),
            Integer.toString(each));
    EndedProgram ended =
        execution.toItsEnd(
            spec.tuning(Component.CLIENT).placed(program),
            Duration.ofSeconds(60L + 2L * input.seconds()));
    ClientResult result = ClientResult.ofWrk(ended.output());
    if (result.successes() == 0 || result.failures() > 0) {
      throw new IOException(
          "%s: %s requests answered, %s failed"
              .formatted(program.name(), result.successes(), result.failures()));
    }
    answered += result.lines();
    inFlight += (long) connections * each;
    return new Sent(ended, result);
  }

  @Override
  public Miscount losses(Map<String, Proof> counted) throws IOException {
    long lines = 0;
    for (Proof proof : counted.values()) {
      lines += proof.report().counted();
    }
    Proof.Losses its =
        new Proof.Losses(Math.max(0, answered - lines), Math.max(0, lines - answered - inFlight));
    return new Miscount(its.isNone(), its, Optional.empty());
  }
}
