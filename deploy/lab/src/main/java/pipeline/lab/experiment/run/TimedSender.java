package pipeline.lab.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import pipeline.lab.experiment.design.Cell;
import pipeline.rig.Component;
import pipeline.rig.Program;
import pipeline.rig.Proof;
import pipeline.rig.Spec;

/**
 * Sends the lines of a text over and over for some seconds. wrk warms up, whatever is measured, in
 * turns of a second until as many requests are answered as everywhere else.
 *
 * <p>Which lines were sent is not known when time is up with requests in flight, only that those
 * that were answered must be counted, and of the others no more than were in flight.
 */
final class TimedSender implements Sender {
  private static final int WARM_UP_SECONDS = 1;

  private final Cell cell;
  private final Spec spec;
  private final LoadPrograms tools;
  private final Input input;
  private final long warmUp;
  private final int each;
  private final int connections;
  private long answered;
  private long inFlight;

  /**
   * @param warmUp requests
   */
  TimedSender(Cell cell, Spec spec, LoadPrograms tools, Input input, long warmUp) {
    this.cell = cell;
    this.spec = spec;
    this.tools = tools;
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
      requests +=
          send(execution, wrk(ports.get(0), WARM_UP_SECONDS), LoadGeneratorOutput::ofWrk)
              .result()
              .successes();
    }
  }

  @Override
  public Sent measured(Execution execution, List<Integer> ports)
      throws IOException, InterruptedException {
    int port = ports.get(0);
    int seconds = input.seconds();
    return LoadGenerator.of(cell) == LoadGenerator.HEY
        ? send(execution, onCore(tools.hey(port, connections, seconds)), LoadGeneratorOutput::ofHey)
        : send(execution, wrk(port, seconds), LoadGeneratorOutput::ofWrk);
  }

  private interface Reading {
    ClientResult of(String output) throws IOException;
  }

  private Sent send(Execution execution, Program program, Reading reading)
      throws IOException, InterruptedException {
    EndedProgram ended =
        execution.toItsEnd(program, Duration.ofSeconds(60L + 2L * input.seconds()));
    ClientResult result = reading.of(ended.output());
    if (result.successes() == 0 || result.failures() > 0) {
      throw new IOException(
          "%s: %s requests answered, %s failed"
              .formatted(program.name(), result.successes(), result.failures()));
    }
    answered += result.lines();
    inFlight += (long) connections * each;
    return new Sent(ended, result);
  }

  private Program wrk(int port, int seconds) {
    return onCore(tools.wrk(port, text(), each, connections, seconds));
  }

  private Program onCore(Program program) {
    return spec.tuning(Component.CLIENT).placed(program);
  }

  private Path text() {
    return input.text().orElseThrow();
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
