package pipeline.client;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import pipeline.client.cli.ClientOptions;
import pipeline.client.http.ServerUrl;
import pipeline.client.http.Servers;
import pipeline.client.input.BadInputException;
import pipeline.client.load.CoolDown;
import pipeline.client.load.LoadStep;
import pipeline.client.load.QueueDepth;
import pipeline.client.load.ReadLoad;
import pipeline.client.load.RetryPolicy;
import pipeline.client.load.RunClock;
import pipeline.client.load.RunGuard;
import pipeline.client.load.StepListener;
import pipeline.client.load.StepResult;
import pipeline.client.load.StopSignal;
import pipeline.client.report.LiveView;
import pipeline.client.report.Outputs;
import pipeline.client.report.RunRecord;
import pipeline.client.report.RunReport;
import pipeline.client.workload.RequestSource;
import pipeline.wire.identity.RunId;
import pipeline.wire.process.Console;

/** Composition root of a load run: builds the parts, runs, prints, gives the exit code. */
final class LoadCommand {
  private final List<String> arguments;
  private final Map<String, String> env;
  private final Outputs.Config outputConfig;
  private final ClientOptions.Config config;
  private final Console console;
  private final StopSignal stop;
  private final RunClock clock = RunClock.system();
  private final RunsInTurn runs;

  LoadCommand(
      ClientOptions options,
      List<String> arguments,
      Map<String, String> env,
      Console console,
      StopSignal stop) {
    this.arguments = arguments;
    this.env = env;
    this.outputConfig = options.toOutputs();
    this.config = options.toConfig();
    this.console = outputConfig.console(console, options.isQuiet());
    this.stop = stop;
    this.runs =
        new RunsInTurn(
            config.runId(),
            // a fleet has one run, however long it takes
            () -> isPart() ? config.runId() : RunId.random(new SecureRandom()),
            this.console);
  }

  /**
   * Sends the whole input, and closes the run if all of it was confirmed.
   *
   * @return the program's exit code, 0 or 1
   * @throws BadInputException if the input cannot be sent; nothing has been sent then
   */
  int run() throws InterruptedException {
    try (Servers servers = connect(config.urls(), config.shape().mostThreads());
        Outputs outputs = new Outputs(outputConfig, clock, console, env);
        RequestSource source = config.traffic().requests()) {
      console.note("run " + config.runId());
      awaitStart();
      boolean manyLines = config.traffic().input().linesPerRequest() > 1;
      RunReport report = new RunReport(manyLines, console, stop);
      List<StepResult> steps = measure(source, servers, outputs, report);
      checkInput();
      RunRecord all = record(servers, steps);
      report.runEnded(all, config.shape().isPlain());
      boolean asExpected = outputs.finish(all);
      return all.isWhole() && closed(servers, steps) && asExpected ? 0 : 1;
    } catch (IOException e) {
      throw new BadInputException("the input cannot be read: " + Console.reason(e));
    }
  }

  private void awaitStart() throws InterruptedException {
    Instant start = config.startAt().orElse(Instant.MIN);
    while (Instant.now().isBefore(start)
        && !stop.await(Duration.between(Instant.now(), start).toNanos())) {
      // the time of day was put back, or has gone more slowly than the clock of the wait
    }
  }

  private List<StepResult> measure(
      RequestSource source, Servers servers, Outputs outputs, RunReport report)
      throws IOException, InterruptedException {
    Optional<QueueDepth> queue = outputs.queueDepth();
    try (LiveView live = console.interactive() ? new LiveView(console, queue) : null;
        ReadLoad reads = config.getsRate().isPresent() ? reads() : null) {
      if (reads != null) {
        reads.tryOnce();
      }
      List<StepListener> listeners = new ArrayList<>();
      listeners.add(new RunGuard(servers.urls(), config.traffic().hasRuns(), stop));
      Optional.ofNullable(live).ifPresent(listeners::add);
      listeners.addAll(outputs.listeners());
      listeners.add(report);
      RetryPolicy retries = RetryPolicy.usual();
      Duration timeout = config.timeout();
      Optional<ReadLoad> gets = Optional.ofNullable(reads);
      LoadStep load = new LoadStep(source, servers, retries, timeout, gets, listeners, stop, clock);
      CoolDown coolDown = new CoolDown(queue, config.coolDown(), stop, clock.nanoClock());
      long requests = config.traffic().requestsPerRound();
      return runs.send(load, config.shape().steps(requests, RunsInTurn.LONGEST), coolDown);
    }
  }

  /** An input that has changed makes the run no success, whatever was sent of it. */
  private void checkInput() {
    try {
      config.traffic().checkUnchanged();
    } catch (IOException e) {
      stop.request("cannot read the input: " + Console.reason(e));
    }
  }

  /**
   * Closes the run if its servers keep runs, and no other process has sent more of it before, as it
   * may have where time ends a run.
   *
   * @return false if it should be closed but is not; why has been told
   */
  private boolean closed(Servers servers, List<StepResult> steps) throws InterruptedException {
    if (!config.traffic().hasRuns()) {
      return true;
    }
    if (isPart()) {
      console.note(
          "run %s is not closed: this is part %s of it, and merge closes it with all of them"
              .formatted(config.runId(), config.traffic().part()));
      return true;
    }
    if (config.isResumed() && config.shape().isTimed()) {
      console.tell(
          "run %s is not closed: how many lines a timed run has is not known after --resume"
              .formatted(config.runId()));
      return true;
    }
    return runs.end(steps, servers, stop);
  }

  private boolean isPart() {
    return config.traffic().part().of() > 1;
  }

  private Servers connect(List<ServerUrl> urls, int threads) {
    return Servers.at(urls, runs::key, env, config.timeout(), threads);
  }

  private ReadLoad reads() throws IOException {
    double rate = config.getsRate().orElseThrow();
    Servers servers = connect(config.getsUrls(), ReadLoad.threads(rate));
    return new ReadLoad(rate, config.traffic().reads(), servers, config.timeout(), clock);
  }

  private RunRecord record(Servers servers, List<StepResult> steps) {
    return new RunRecord(
        arguments,
        clock,
        config.runId(),
        config.traffic().input(),
        config.traffic().part(),
        config.shape().rounds(),
        servers.urls(),
        steps,
        stop.reason().orElse(""),
        servers.aheadMillis(),
        Optional.empty());
  }
}
