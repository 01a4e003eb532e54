package pipeline.faults.run;

import static pipeline.rig.Component.CLIENT;
import static pipeline.rig.Component.CONSUMER;
import static pipeline.rig.Component.SERVER;
import static pipeline.testkit.proxy.Direction.BACK;
import static pipeline.testkit.proxy.Direction.THERE;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import pipeline.faults.hostile.HostileClient;
import pipeline.hooks.CrashPoint;
import pipeline.hooks.UnsafeVariant;
import pipeline.rig.ConsumerReport;
import pipeline.rig.Link;
import pipeline.testkit.proxy.Flow;

/**
 * A pipeline made unsafe on purpose, with a fault that must show it. A harness that sees nothing
 * wrong in such a run is blind. Immutable.
 *
 * @param name what is unsafe
 * @param actions the fault, the same for the safe pipeline and for the unsafe one
 * @param unsafe how the setup is made unsafe
 * @param symptom what that must lead to, and the safe pipeline must not
 */
public record Control(
    String name,
    Setup safe,
    UnaryOperator<Setup> unsafe,
    Predicate<RunResult> symptom,
    List<FaultAction> actions) {
  /** The controls of a quick campaign. */
  public static final List<String> QUICK =
      List.of(
          "no-identities", "ack-before-commit", "mandatory-off", "wrong-end", "first-part-only");

  private static final long SEED = 1;
  private static final int PARTITIONS = 4;
  private static final String UNLIMITED = Integer.toString(Integer.MAX_VALUE);

  /** A time so long that no commit falls between the consumer's start and its kill. */
  private static final int LONG_COMMIT_MILLIS = 10_000;

  /** A time so short that lines arrive while a commit is written. */
  private static final int SHORT_COMMIT_MILLIS = 5;

  /** The time between checkpoints, so long that a worker is killed before the next one. */
  private static final String LONG_CHECKPOINT_MILLIS = "5000";

  /** A prefetch so small that more messages wait in the queue at each commit. */
  private static final String FEW_MESSAGES = "4";

  /** The second commit, the first with counts; a fast machine makes few after this one. */
  private static final String FIRST_WITH_COUNTS = ":2";

  /** A delay longer than a program needs to read more messages than it has memory for. */
  private static final Flow SLOW = Flow.delayed(Duration.ofSeconds(3), Duration.ZERO);

  /** The number of large messages: together they are larger than the heap. */
  private static final int LARGE_MESSAGES = 160;

  private static final int LARGE_BYTES = 1 << 20;

  /** A pipeline with an unsafe variant, which miscounts. */
  private static Control of(UnsafeVariant variant, Setup safe, FaultAction... actions) {
    return of(variant, safe, Control::isMiscounted, actions);
  }

  private static Control of(
      UnsafeVariant variant, Setup safe, Predicate<RunResult> symptom, FaultAction... actions) {
    return new Control(
        variant.toString(), safe, setup -> setup.withVariant(variant), symptom, List.of(actions));
  }

  /** A pipeline with an unsafe setting or option of a component. */
  private static Control of(
      String name,
      UnaryOperator<Setup> unsafe,
      Predicate<RunResult> symptom,
      FaultAction... actions) {
    return new Control(name, Setup.STANDARD, unsafe, symptom, List.of(actions));
  }

  /**
   * Runs both pipelines: the safe one must stay exact and unharmed under the very fault that harms
   * the unsafe one, else the fault and not the unsafe setting would be what is caught.
   *
   * @return whether it is caught
   */
  public boolean isCaught(Campaign.Worker worker) throws IOException, InterruptedException {
    FaultPlan harmless = plan(":safe", safe);
    FaultPlan harmful = plan(":unsafe", unsafe.apply(safe));
    Predicate<RunResult> done = result -> !result.is(RunResult.Status.VOID);
    boolean exact = isUnharmed(worker.run("control", attempt -> harmless, done, this::isUnharmed));
    boolean shown = symptom.test(worker.run("control", attempt -> harmful, symptom, symptom));
    worker.say(
        "control %s: %s, safe pipeline %s"
            .formatted(name, shown ? "caught" : "NOT CAUGHT", exact ? "exact" : "NOT EXACT"),
        exact && shown);
    return exact && shown;
  }

  private boolean isUnharmed(RunResult result) {
    return result.is(RunResult.Status.EXACT) && !symptom.test(result);
  }

  private FaultPlan plan(String variant, Setup setup) {
    FaultPlan plan = new FaultPlan(SEED, name + variant, setup, Set.of(), actions, 1);
    return setup.isDivided() ? plan.mixed() : plan;
  }

  private static List<Control> all() {
    Setup standard = Setup.STANDARD;
    Setup rarelyDurable = standard.withCommitMillis(LONG_COMMIT_MILLIS);
    FaultAction killConsumer = FaultAction.kill(CONSUMER).at(2_000, 2_200);
    return List.of(
        of(UnsafeVariant.AUTO_ACK, rarelyDurable, killConsumer),
        of(
            UnsafeVariant.NO_IDENTITIES,
            standard,
            FaultAction.impair(Link.HTTP, Flow.SWALLOW, BACK).at(800, 2_300)),
        of(
            "confirm-none",
            setup -> setup.with(SERVER, "CONFIRM", "none"),
            Control::isMiscounted,
            FaultAction.impair(Link.PUBLISH, Flow.SWALLOW, THERE).at(800, 2_300)),
        of(
            UnsafeVariant.ACK_BEFORE_COMMIT,
            standard.withCrash(CrashPoint.BEFORE_COMMIT + FIRST_WITH_COUNTS, false)),
        of(
            UnsafeVariant.NO_SYNC,
            standard.withDisk(StateDisk.Kind.IMAGE),
            FaultAction.cutPower().at(2_000, 2_200)),
        of(
            UnsafeVariant.FORGET_EARLY,
            standard.with(CONSUMER, "--prefetch", FEW_MESSAGES),
            killConsumer),
        of(
            UnsafeVariant.ACK_WHILE_FULL,
            standard.withDisk(StateDisk.Kind.SMALL),
            FaultAction.fillDisk().at(800, 2_700),
            FaultAction.kill(CONSUMER).at(2_500, 2_900)),
        of(
            UnsafeVariant.DROP_BEFORE_WRITE,
            standard.withCommitMillis(SHORT_COMMIT_MILLIS),
            killConsumer),
        of(UnsafeVariant.WRONG_END, standard, Control::hasWrongEnd),
        of(
            "mandatory-off",
            setup -> setup.with(SERVER, "MANDATORY", "off"),
            Control::isMiscounted,
            FaultAction.freeze(CLIENT).at(500, 2_500),
            FaultAction.awaitCounted().at(1_900),
            FaultAction.kill(CONSUMER).at(2_000, 4_500),
            FaultAction.deleteQueue().at(2_200)),
        of(
            UnsafeVariant.FIRST_PART_ONLY,
            standard.withPartitions(PARTITIONS),
            FaultAction.kill(SERVER).at(2_000, 2_200),
            killConsumer),
        of(
            "unlimited-bodies",
            setup -> setup.with(SERVER, "BODIES_LIMIT", UNLIMITED),
            Control::ranOutOfMemory,
            FaultAction.attack(HostileClient.LONG_BODIES).at(500, 3_500)),
        of(
            "unlimited-waiting",
            setup -> setup.with(SERVER, "MAX_WAITING_BYTES", UNLIMITED),
            Control::ranOutOfMemory,
            FaultAction.impair(Link.PUBLISH, Flow.SWALLOW, THERE).at(500, 3_000),
            FaultAction.attack(HostileClient.SWELLING_LINES).at(500, 3_500)),
        of(
            "unlimited-unacked",
            setup -> setup.with(CONSUMER, "--max-unacked", "1000000"),
            Control::ranOutOfMemory,
            FaultAction.impair(Link.CONSUME, SLOW, THERE).at(500, 4_000),
            FaultAction.poison(LARGE_MESSAGES, LARGE_BYTES, false).at(600)),
        of(
            UnsafeVariant.BLOCKING_BODIES,
            standard.with(SERVER, "SERVER_THREADS", "4"),
            Control::keptWaiting,
            FaultAction.attack(HostileClient.SLOW_BODIES).at(500, 3_500)));
  }

  private static List<Control> ofFlink() {
    Setup divided = Setup.STANDARD.withPartitions(PARTITIONS);
    return List.of(
        of(
            UnsafeVariant.AUTO_ACK,
            divided.with(CONSUMER, "CHECKPOINT_MS", LONG_CHECKPOINT_MILLIS),
            FaultAction.kill(CONSUMER).at(2_000, 2_200)),
        of(
            UnsafeVariant.FORGET_RESTORED,
            divided,
            FaultAction.impair(Link.HTTP, Flow.SWALLOW, BACK).at(1_500, 4_000),
            FaultAction.kill(CONSUMER).at(4_100, 4_200)));
  }

  /**
   * The controls with these names; all controls if no name is given.
   *
   * @param flink whether Flink counts
   * @throws IllegalArgumentException there is no such control
   */
  public static List<Control> named(List<String> names, boolean flink) {
    List<Control> all = flink ? ofFlink() : all();
    for (String name : names) {
      if (all.stream().noneMatch(control -> control.name().equals(name))) {
        throw new IllegalArgumentException("there is no control '" + name + "'");
      }
    }
    return names.isEmpty()
        ? all
        : all.stream().filter(control -> names.contains(control.name())).toList();
  }

  /**
   * The words are wrong, or confirmed lines are in the dead queue, or the state is so broken that
   * the consumer will not go on from it. A program that never got to work is no proof.
   */
  private static boolean isMiscounted(RunResult result) {
    RunResult.Findings findings = result.findings();
    return findings.reports().refusedStates() > 0
        || (result.is(RunResult.Status.WRONG) && (!findings.countsEqual() || findings.dead() > 0));
  }

  /** All lines were counted, but the report says that the run has another number of lines. */
  private static boolean hasWrongEnd(RunResult result) {
    ConsumerReport.Runs runs = result.findings().reports().runs();
    int sent = result.input().lines();
    return result.is(RunResult.Status.WRONG)
        && result.findings().countsEqual()
        && runs.lines() == sent
        && !(runs.isClosed() && runs.total() == sent);
  }

  /** A program has died because its heap was too small. */
  private static boolean ranOutOfMemory(RunResult result) {
    return result.findings().deaths().stream()
        .anyMatch(death -> death.endsWith(" " + PipelineUnderTest.OUT_OF_MEMORY));
  }

  /** Most of the client's threads had to try again, since no answer came in time. */
  private static boolean keptWaiting(RunResult result) {
    return result.findings().reports().retries() > RunInput.USUAL_THREADS / 2;
  }
}
