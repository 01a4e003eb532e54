package pipeline.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import pipeline.client.http.Outcome;
import pipeline.client.http.Request;
import pipeline.client.http.Servers;
import pipeline.client.load.CoolDown;
import pipeline.client.load.LoadStep;
import pipeline.client.load.RetryPolicy;
import pipeline.client.load.RetryingSender;
import pipeline.client.load.StepPlan;
import pipeline.client.load.StepResult;
import pipeline.client.load.StopSignal;
import pipeline.wire.identity.RunAge;
import pipeline.wire.identity.RunId;
import pipeline.wire.process.Console;

/**
 * The runs that a load is sent as: one, unless it takes longer than servers take the lines of a
 * run. Then the next step begins another in time, and the one before is closed. Tells which run
 * begins and which is not closed. Used by one thread, but for {@link #key}.
 */
final class RunsInTurn {
  /**
   * The longest that a load is sent as one run. The five days below {@link RunAge#TAKEN} are for
   * loads that take longer than planned, and for resuming what failed.
   */
  static final Duration LONGEST = RunAge.TAKEN.minusDays(5);

  private static final int NOT_FOUND = 404;

  private final Supplier<RunId> drawn;
  private final Console console;
  private RunId run;
  private String keyStart;

  /** The number of the run's first line among all lines of the load. */
  private long firstSeq;

  private boolean allClosed = true;

  /**
   * @param first the first
   * @param drawn gives a new run, which begins now by the time of day
   */
  RunsInTurn(RunId first, Supplier<RunId> drawn, Console console) {
    begin(first, 0);
    this.drawn = drawn;
    this.console = console;
  }

  /**
   * The key of a request: its run, and the number of its first line within the run. Thread-safe for
   * the threads of a step, since a run changes between steps only.
   *
   * @param seq the number of that line among all lines of the load
   */
  String key(long seq) {
    return keyStart + (seq - firstSeq);
  }

  private void begin(RunId next, long itsFirstSeq) {
    run = next;
    keyStart = next + "-";
    firstSeq = itsFirstSeq;
  }

  /**
   * Carries out the steps of a load, one after the other, until a stop; too many threads for the
   * machine stop it. The listeners are told when a step and its pause are over.
   *
   * @param coolDown the pause, where a plan asks for one
   * @return what came out of those that were begun
   */
  List<StepResult> send(LoadStep load, List<StepPlan> plans, CoolDown coolDown)
      throws InterruptedException {
    List<StepResult> results = new ArrayList<>();
    StopSignal stop = load.stop();
    try {
      for (StepPlan plan : plans) {
        if (!stop.isRequested()) {
          before(plan, load, results);
        }
        if (!stop.isRequested()) {
          boolean last = results.size() == plans.size() - 1;
          boolean pause = plan.pauseAfter() && (!last || coolDown.seesQueue());
          StepResult result = load.run(plan, Optional.of(coolDown).filter(any -> pause));
          load.listeners().forEach(listener -> listener.stepEnded(result));
          results.add(result);
        }
      }
    } catch (RejectedExecutionException e) {
      stop.request(e.getMessage());
    }
    return results;
  }

  /** Changes the run, while nothing is in flight, if the next step needs another. */
  private void before(StepPlan next, LoadStep load, List<StepResult> results)
      throws InterruptedException {
    RunId another = drawn.get();
    long endsAfterMillis = another.startMillis() - run.startMillis() + next.planned().toMillis();
    if (!results.isEmpty() && endsAfterMillis > LONGEST.toMillis()) {
      close(results, load.servers(), load.stop());
      begin(another, linesSent(results));
      console.note("run " + another);
    }
  }

  /**
   * Closes the last run if all of its lines were confirmed.
   *
   * @return false if any run should be closed but is not; why has been told
   */
  boolean end(List<StepResult> results, Servers servers, StopSignal stop)
      throws InterruptedException {
    close(results, servers, stop);
    return allClosed;
  }

  /**
   * Tells a server, and after a failure the next, that the run has ended: so lines that are lost
   * after their confirmation are missed even if they were its last ones.
   */
  private void close(List<StepResult> results, Servers servers, StopSignal stop)
      throws InterruptedException {
    long lines = linesSent(results) - firstSeq;
    if (lines == 0) {
      return;
    }
    if (results.stream().anyMatch(step -> step.failed() > 0)) {
      console.tell("run " + run + " is not closed: some of its requests have failed");
      return;
    }
    RetryingSender sender = // of no statistics
        new RetryingSender(servers, RetryPolicy.usual(), error -> {}, stop, System::nanoTime);
    Outcome outcome = sender.send(Request.end(run, lines)).outcome();
    if (outcome.status() == NOT_FOUND) {
      console.tell("run " + run + " is not closed: the server keeps no runs (HTTP 404 at /runs/)");
    } else if (!outcome.isSuccess()) {
      console.tell("run " + run + " is not closed: " + outcome.error());
      allClosed = false;
    }
  }

  private static long linesSent(List<StepResult> results) {
    return results.stream().mapToLong(StepResult::linesSent).sum();
  }
}
