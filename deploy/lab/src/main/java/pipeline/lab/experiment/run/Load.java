package pipeline.lab.experiment.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import pipeline.lab.experiment.analysis.Cell;
import pipeline.rig.Component;
import pipeline.rig.OurPrograms;
import pipeline.rig.Program;
import pipeline.rig.Proof;
import pipeline.rig.Rig;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.StuckException;

/**
 * What is sent to the rig of one launch, and what its counts must come to: the whole input once, by
 * client.jar, or its lines over and over for some seconds, by wrk. Used by one thread.
 */
public final class Load {
  private static final long SLOWEST_CLIENT = 20;

  private final PipelineRunner runner;
  private final CellPrograms programs;
  private final Rig rig;
  private final Path logs;
  private final Cell cell;
  private long answered;
  private long inFlight;

  /**
   * Sends nothing yet.
   *
   * @param logs the folder of the programs' output
   */
  Load(PipelineRunner runner, CellPrograms programs, Rig rig, Path logs) {
    this.runner = runner;
    this.programs = programs;
    this.rig = rig;
    this.logs = logs;
    cell = programs.cell;
  }

  /** Whether the load on a cell ends after some seconds, and not with the input. */
  public static boolean isTimed(Cell cell) {
    return Setting.LOAD.is(cell, "wrk");
  }

  /** Whether the queue of a cell holds the whole input before its consumers begin. */
  public static boolean isBacklog(Cell cell) {
    return Setting.LOAD.is(cell, "backlog");
  }

  /**
   * Sends the warm-up, with wrk in turns of a second until as many requests are answered as
   * everywhere else.
   */
  void warmUp() throws IOException, InterruptedException {
    if (isTimed(cell)) {
      long requests = 0;
      while (requests < runner.warmUp) {
        requests += wrk(1).successes();
      }
    } else {
      client(runner.checked.warmUp(Setting.THREADS.of(cell)), programs.warmingUp());
    }
  }

  /** Sends what is measured; returns after the last answer. */
  ClientResult measured() throws IOException, InterruptedException {
    if (isTimed(cell)) {
      return wrk(runner.input.seconds());
    }
    Path json = rig.counts().resolve("client.json");
    List<String> more = new ArrayList<>(programs.measuring(rig.counts().resolve("client.csv")));
    more.addAll(List.of("--json", json.toString()));
    client(runner.checked.measured(Setting.THREADS.of(cell)), more);
    return ClientResult.read(json);
  }

  private void client(List<String> input, List<String> more)
      throws IOException, InterruptedException {
    Duration limit = Duration.ofSeconds(120 + runner.checked.lines() / SLOWEST_CLIENT);
    toItsEnd(programs.client(rig, input).plus(more.toArray(String[]::new)), limit);
  }

  private ClientResult wrk(int seconds) throws IOException, InterruptedException {
    int each = Setting.LINES_PER_REQUEST.number(cell);
    int connections = Setting.THREADS.number(cell);
    Program wrk =
        Program.of("wrk", "wrk", "-t1", "-c" + connections, "-d" + seconds + "s")
            .plus("--timeout", "10s", "-s", runner.root + "/deploy/lab/src/main/lua/lines.lua")
            .plus(OurPrograms.lines(rig.ports().get(0)), "--")
            .plus(runner.input.text().orElseThrow().toString(), Integer.toString(each));
    ClientResult result =
        ClientResult.ofWrk(
            toItsEnd(
                rig.spec().tuning(Component.CLIENT).placed(wrk),
                Duration.ofSeconds(60L + 2L * seconds)));
    answered += result.lines();
    inFlight += (long) connections * each;
    return result;
  }

  /**
   * Runs a program.
   *
   * @return what it wrote
   * @throws IOException it ended with another status than 0
   * @throws StuckException it was killed after {@code limit}
   */
  private String toItsEnd(Program program, Duration limit)
      throws IOException, InterruptedException {
    Path log = Files.createTempFile(logs, program.name() + "-", ".log");
    try (ChildProcess process = ChildProcess.start(program.name(), program.builder(), log)) {
      if (process.await(limit) != 0) {
        throw process.failed("ended with " + process.awaitEnd());
      }
      return process.output();
    }
  }

  /** What was sent and is missing from the counts, and what was counted too often. */
  Proof.Miscount losses() throws IOException {
    if (!isTimed(cell)) {
      return runner.checked.losses(rig::proof);
    }
    long lines = 0;
    for (String counter : rig.spec().counters()) {
      lines += rig.proof(counter).report().counted();
    }
    return losses(answered, inFlight, lines);
  }

  /**
   * Which lines were sent is not known when time is up with requests in flight, only that those
   * that were answered must be counted, and of the others no more than were in flight.
   */
  static Proof.Miscount losses(long answered, long inFlight, long counted) {
    Proof.Losses its =
        new Proof.Losses(
            Math.max(0, answered - counted), Math.max(0, counted - answered - inFlight));
    return new Proof.Miscount(its.isNone(), its, Optional.empty());
  }
}
