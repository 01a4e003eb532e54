package pipeline.faults.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import pipeline.rig.Component;
import pipeline.rig.ConsumerReport;
import pipeline.rig.Jars;
import pipeline.rig.Link;
import pipeline.rig.Proof;
import pipeline.rig.Rig;
import pipeline.rig.Services;
import pipeline.rig.machine.Footprint;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.ProgramException;
import pipeline.testkit.process.StuckException;
import pipeline.testkit.proxy.Direction;
import pipeline.testkit.proxy.Flow;

/**
 * One run: start the pipeline, load it, break it by the plan, let it come to rest, judge it. Used
 * once, by one thread.
 */
final class FaultRun {
  /** The time after the last healing within which everything must be counted. */
  private static final Duration LIVENESS = Duration.ofSeconds(60);

  /** Flink has longer to count everything: most faults put it back to a checkpoint. */
  private static final Duration LIVENESS_OF_FLINK = Duration.ofMinutes(4);

  private static final Duration LOAD_START_LIMIT = Duration.ofSeconds(30);
  private static final Duration CRASH_LIMIT = Duration.ofSeconds(5);

  private final PipelineUnderTest pipeline;
  private final RunFiles files;
  private final FaultPlan plan;
  private final RunInput input;
  private final Duration liveness;
  private final List<String> notDone = new ArrayList<>();
  private final List<String> leaks = new ArrayList<>();
  private String stuck = "";
  private boolean lossSeen;

  private FaultRun(PipelineUnderTest pipeline, RunFiles files, FaultPlan plan, RunInput input) {
    this.pipeline = pipeline;
    this.files = files;
    this.plan = plan;
    this.input = input;
    liveness = input.isFlink() ? LIVENESS_OF_FLINK : LIVENESS;
  }

  /**
   * Does the whole run, from the first process to the last.
   *
   * @throws IOException the machine, not the pipeline, has failed
   */
  static RunResult run(Jars jars, Services services, RunFiles files, FaultPlan plan, RunInput input)
      throws IOException, InterruptedException {
    if (!StateDisk.isPossible(plan.setup().disk())) {
      return RunResult.skipped(plan, input, "needs root, to mount its disk");
    }
    long start = System.nanoTime();
    input.write(files, services.root(), plan.seed());
    if (services.redis().isPresent()) {
      services.redis().get().limitMemory(0);
      services.redis().get().flush();
    }
    try (StateDisk disk = new StateDisk(plan.setup().disk(), Rig.states(files.directory()));
        PipelineUnderTest pipeline =
            new PipelineUnderTest(jars, services, files, disk, plan.setup(), input, plan.seed())) {
      FaultRun run = new FaultRun(pipeline, files, plan, input);
      run.perform();
      return run.judge(start);
    }
  }

  private void perform() throws InterruptedException {
    try {
      pipeline.start();
      Footprint before = Footprint.of(pipeline.child(Component.SERVER).pid());
      ChildProcess client = pipeline.child(Component.CLIENT);
      client.start();
      Await.ready(
          client,
          LOAD_START_LIMIT,
          () -> "nothing is sent",
          () -> pipeline.rig.proxies().bytes(Link.HTTP, Direction.THERE) > 0);
      play();
      pipeline.rig.proxies().become(Link.HTTP, Flow.PASS);
      finishLoad();
      settle();
      if (plan.setup().holdLast()) {
        postLastLine();
      }
      Footprint after = Footprint.of(pipeline.child(Component.SERVER).pid());
      if (before.leaksUntil(after)) {
        leaks.add("server grew from " + before + " to " + after);
      }
      stopConsumer();
      if (plan.evidence().contains(FaultPlan.Evidence.LOSS_SEEN)) {
        sendAgain();
      }
    } catch (IOException e) {
      stuck = ProgramException.line(e);
    }
  }

  /** Carries out the plan, its beginnings and ends in the order of their times. */
  private void play() throws IOException, InterruptedException {
    record Moment(int millis, FaultAction action, boolean heals) {}

    List<Moment> moments = new ArrayList<>();
    for (FaultAction action : plan.actions()) {
      moments.add(new Moment(action.atMillis(), action, false));
      moments.add(new Moment(action.healMillis(), action, true));
    }
    moments.sort(Comparator.comparingInt(Moment::millis));
    long start = System.nanoTime();
    for (Moment moment : moments) {
      long due = start + Duration.ofMillis(moment.millis()).toNanos();
      Thread.sleep(Duration.ofNanos(Math.max(0, due - System.nanoTime())).toMillis());
      if (moment.heals()) {
        moment.action().heal().on(pipeline);
      } else {
        if (pipeline.child(Component.CLIENT).isDone()) {
          notDone.add("the load was over before " + moment.action());
        }
        moment.action().inject().on(pipeline);
      }
    }
  }

  private void finishLoad() throws IOException, InterruptedException {
    ChildProcess client = pipeline.child(Component.CLIENT);
    Await.until("end of the client", liveness, client::isDone);
    if (client.awaitEnd() == Rig.BAD_INPUT) {
      throw new StuckException("the client refuses its arguments or input");
    }
  }

  private void settle() throws IOException, InterruptedException {
    pipeline.awaitAtWork();
    Await.until("empty queue", liveness, pipeline::isDrained);
  }

  /**
   * Posts the last line alone, to a program whose next hit of the crash point is that of the last
   * line. The run that the line belongs to ends after it.
   */
  private void postLastLine() throws IOException, InterruptedException {
    pipeline.restartArmed();
    String key = files.heldRun() + "-0";
    Await.until(
        "answer for the last line",
        liveness,
        () -> pipeline.probe.isAccepted(key, TrickyText.LAST_LINE));
    Await.holds(CRASH_LIMIT, () -> pipeline.crashes() > 0);
    settle();
    Await.until(
        "answer for the last end", liveness, () -> pipeline.probe.isClosed(files.heldRun(), 1));
    settle();
  }

  private void stopConsumer() throws IOException, InterruptedException {
    while (!pipeline.endConsumer()) {
      settle();
    }
  }

  /** Sends the file again under the same run, as a user does whose report shows missing lines. */
  private void sendAgain() throws IOException, InterruptedException {
    ConsumerReport.Runs runs = reports().runs();
    lossSeen = runs.isClosed() && runs.missing() > 0;
    pipeline.child(Component.CONSUMER).start();
    pipeline.child(Component.CLIENT).start();
    finishLoad();
    settle();
    stopConsumer();
  }

  private RunResult.Reports reports() throws IOException {
    return RunResult.Reports.read(
        files, pipeline.child(Component.CLIENT).output(), proof().report());
  }

  private Proof proof() {
    return pipeline.rig.proof(input.counter().spelled());
  }

  private RunResult judge(long startNanos) throws IOException, InterruptedException {
    Rig rig = pipeline.rig;
    long dead = 0;
    try {
      dead = rig.queues().dead();
      rig.queues().delete();
    } catch (IOException e) {
      stuck = stuck.isEmpty() ? "the broker is gone: " + e.getMessage() : stuck;
    }
    RunResult.Findings findings =
        new RunResult.Findings(
            reports(),
            files.areExact(proof()),
            dead,
            pipeline.kills,
            pipeline.crashes(),
            lossSeen,
            pipeline.attacksReachedAims(),
            notDone,
            leaks,
            stuck,
            pipeline.deaths());
    return RunResult.of(plan, input, findings, Duration.ofNanos(System.nanoTime() - startNanos));
  }
}
