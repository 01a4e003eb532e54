package pipeline.lab.experiment.run;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import pipeline.lab.experiment.analysis.Cell;
import pipeline.lab.experiment.analysis.Design.Slot;
import pipeline.lab.experiment.analysis.Launch;
import pipeline.lab.experiment.analysis.Metric;
import pipeline.rig.BrokerFigures;
import pipeline.rig.Component;
import pipeline.rig.OurPrograms;
import pipeline.rig.Program;
import pipeline.rig.Proof;
import pipeline.rig.Rig;
import pipeline.rig.Spec;
import pipeline.rig.machine.ProcessUsage;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.StuckException;
import pipeline.testkit.rabbit.PrivateRabbit;

/**
 * One launch: the rig of a cell, which is warmed up, loaded, measured and proved. What is sent is
 * the whole input once, by client.jar, or its lines over and over for some seconds, by wrk. Used by
 * one thread.
 */
final class CellRun implements Closeable {
  private static final Duration STOP_LIMIT = Duration.ofSeconds(60);
  private static final Duration DRAIN_LIMIT = Duration.ofMinutes(5);
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long SLOWEST_CLIENT = 20;

  private final PipelineRunner runner;
  private final CellPrograms programs;
  private final Path logs;
  private final Cell cell;
  private final Rig rig;
  private final BrokerFigures figures;
  private final Map<Metric, Double> values = new EnumMap<>(Metric.class);
  private List<Integer> lengths = List.of();
  private long answered;
  private long inFlight;

  /**
   * Starts nothing yet.
   *
   * @param runner whose services outlive the launch
   * @param queue of its own
   * @param logs the folder of the programs' output
   * @param states a folder for the consumers' files
   */
  CellRun(PipelineRunner runner, Cell cell, String queue, Path logs, Path states) {
    this.runner = runner;
    this.cell = cell;
    this.logs = logs;
    programs = runner.programs(cell);
    Spec spec = CellPrograms.spec(cell, runner.plan.input().kind(), queue);
    rig = new Rig(spec, programs, runner.services, logs, states, ready -> {});
    figures = new BrokerFigures(runner.services.rabbit().metricsPort().orElseThrow());
  }

  /** Starts all programs but the client, sends the warm-up, and returns when it is counted. */
  void warmUp() throws IOException, InterruptedException {
    rig.start();
    sendWarmUp();
    drain();
    if (rig.parts().of(Component.CONSUMER).isEmpty()) {
      rig.queues().purge();
    }
  }

  /** Waits until all is counted, and returns the {@code nanoTime} since which it is. */
  private long drain() throws IOException, InterruptedException {
    rig.drain(DRAIN_LIMIT);
    List<ChildProcess> consumers = rig.parts().of(Component.CONSUMER);
    long idle = consumers.isEmpty() ? System.nanoTime() : Long.MIN_VALUE;
    for (ChildProcess consumer : consumers) {
      idle = Math.max(idle, ProcessUsage.awaitIdle(consumer.pid(), DRAIN_LIMIT));
    }
    return idle;
  }

  /** Sends what is to be measured, and returns when it is counted. */
  void measure() throws IOException, InterruptedException {
    ClientResult result = Setting.RESTART.isStandard(cell) ? measureLoad() : measureRestart();
    values.putAll(result.figures());
    values.put(Metric.LINES, (double) result.lines());
    lengths.stream()
        .max(Integer::compare)
        .ifPresent(most -> values.put(Metric.LONGEST_QUEUE, (double) most));
  }

  /**
   * Sends the input to stopped consumers, and lets them count what a restart of the broker leaves.
   * CPU and the broker's counters are not measured, since a node's end with it. Throughput is not
   * measured, since most of the time is that of the restart.
   */
  private ClientResult measureRestart() throws IOException, InterruptedException {
    rig.parts().freeze(Component.CONSUMER);
    ClientResult result;
    try (BrokerFigures.Lengths watched = figures.watch(rig.queues().names())) {
      result = sendMeasured();
      lengths = watched.soFar();
    }
    PrivateRabbit rabbit = rig.services().rabbit();
    values.put(Metric.WAITING_BEFORE, (double) rig.queues().held(rabbit));
    rabbit.node().terminate(STOP_LIMIT);
    rabbit.start();
    values.put(Metric.WAITING_AFTER, (double) rig.queues().held(rabbit));
    rig.parts().thaw(Component.CONSUMER);
    rig.awaitConsumers();
    drain();
    return result;
  }

  private ClientResult measureLoad() throws IOException, InterruptedException {
    boolean isBacklog = Setting.isBacklog(cell);
    ClientResult result = null;
    if (isBacklog) {
      rig.parts().freeze(Component.CONSUMER);
      result = sendMeasured();
    }
    Meter meter = new Meter(rig);
    long received = figures.received();
    long sent;
    long idle;
    try (BrokerFigures.Lengths watched = figures.watch(rig.queues().names())) {
      if (isBacklog) {
        rig.parts().thaw(Component.CONSUMER);
      } else {
        result = sendMeasured();
      }
      sent = System.nanoTime();
      idle = drain();
      lengths = watched.soFar();
    }
    double drained = Math.max(0, (idle - sent) / NANOS_PER_SECOND);
    double counted = (isBacklog ? 0 : result.figures().get(Metric.ANSWERED)) + drained;
    values.putAll(meter.stop(!isBacklog, result.lines(), counted));
    long messages = figures.received() - received;
    if (messages > 0) {
      values.put(Metric.LINES_A_MESSAGE, (double) result.lines() / messages);
    }
    return result;
  }

  /**
   * Sends the warm-up, with wrk in turns of a second until as many requests are answered as
   * everywhere else.
   */
  private void sendWarmUp() throws IOException, InterruptedException {
    if (Setting.isTimed(cell)) {
      long requests = 0;
      while (requests < runner.plan.warmUp()) {
        requests += wrk(1).successes();
      }
    } else {
      client(runner.checked.warmUp(Setting.THREADS.of(cell)), programs.warmingUp());
    }
  }

  /** Sends what is measured; returns after the last answer. */
  private ClientResult sendMeasured() throws IOException, InterruptedException {
    if (Setting.isTimed(cell)) {
      return wrk(runner.plan.input().seconds());
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
            .plus(
                "--timeout", "10s", "-s", runner.plan.root() + "/deploy/lab/src/main/lua/lines.lua")
            .plus(OurPrograms.lines(rig.ports().get(0)), "--")
            .plus(runner.plan.input().text().orElseThrow().toString(), Integer.toString(each));
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
   * @throws StuckException it did not end within {@code limit}
   */
  private String toItsEnd(Program program, Duration limit)
      throws IOException, InterruptedException {
    Path log = Files.createTempFile(logs, program.name() + "-", ".log");
    ChildProcess sender = rig.load(program, log, Optional.of(log));
    if (sender.await(limit) != 0) {
      throw sender.failed("ended with " + sender.awaitEnd());
    }
    return sender.output();
  }

  /** What was sent and is missing from the counts, and what was counted too often. */
  private Proof.Miscount losses() throws IOException {
    if (!Setting.isTimed(cell)) {
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

  /** Ends the consumers, compares their counts with what was sent, and gives all as a launch. */
  Launch launch(Slot slot) throws IOException, InterruptedException {
    rig.endConsumers();
    if (rig.parts().of(Component.CONSUMER).isEmpty()) {
      return new Launch(slot, Launch.Status.OK, "", values, lengths);
    }
    Proof.Miscount miscount = losses();
    enter(miscount.lines(), Metric.LOST, Metric.DOUBLED);
    miscount.words().ifPresent(its -> enter(its, Metric.LOST_WORDS, Metric.DOUBLED_WORDS));
    Launch.Status status = miscount.exact() ? Launch.Status.OK : Launch.Status.LOST;
    return new Launch(slot, status, miscount.note(), values, lengths);
  }

  private void enter(Proof.Losses losses, Metric lost, Metric doubled) {
    values.put(lost, (double) losses.lost());
    values.put(doubled, (double) losses.doubled());
  }

  /** Ends all programs; a consumer that a failure has left stopped goes on, so that it can end. */
  @Override
  public void close() throws IOException {
    try (rig) {
      rig.parts().thaw(Component.CONSUMER);
    }
  }
}
