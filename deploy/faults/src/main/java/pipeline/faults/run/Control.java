package pipeline.faults.run;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import pipeline.faults.hostile.HostileClient;
import pipeline.faults.plan.FaultAction;
import pipeline.faults.plan.FaultPlan;
import pipeline.faults.plan.TimedAction;
import pipeline.faults.system.Setup;
import pipeline.faults.system.StateDisk;
import pipeline.hooks.CrashPoint;
import pipeline.hooks.UnsafeVariant;
import pipeline.rig.Component;
import pipeline.rig.Link;
import pipeline.testkit.proxy.Direction;
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
    List<TimedAction> actions,
    UnaryOperator<Setup> unsafe,
    Symptom symptom) {
  /** The controls of a quick campaign. */
  public static final List<String> QUICK =
      List.of(
          "no-identities", "ack-before-commit", "mandatory-off", "wrong-end", "first-part-only");

  private static final int MAX_ATTEMPTS = 3;
  private static final long SEED = 1;
  private static final int PARTITIONS = 4;

  private static final String UNLIMITED = Integer.toString(Integer.MAX_VALUE);

  /** A time so long that no commit falls between the consumer's start and its kill. */
  private static final int LONG_COMMIT_MILLIS = 10_000;

  /** A time so short that lines arrive while a commit is written. */
  private static final int SHORT_COMMIT_MILLIS = 5;

  /** A prefetch so small that more messages wait in the queue at each commit. */
  private static final String FEW_MESSAGES = "4";

  /** The second commit, the first with counts; a fast machine makes few after this one. */
  private static final String FIRST_WITH_COUNTS = ":2";

  /** A delay longer than a program needs to read more messages than it has memory for. */
  private static final Flow SLOW = Flow.delayed(Duration.ofSeconds(3), Duration.ZERO);

  /** The number of large messages: together they are larger than the heap. */
  private static final int LARGE_MESSAGES = 160;

  private static final int LARGE_BYTES = 1 << 20;

  Control(String name, Setup safe, List<TimedAction> actions, UnaryOperator<Setup> unsafe) {
    this(name, safe, actions, unsafe, Symptom.MISCOUNTED);
  }

  /**
   * Runs both pipelines: the safe one must stay exact and unharmed under the very fault that harms
   * the unsafe one, else the fault and not the unsafe setting would be what is caught.
   *
   * @return whether it is caught
   */
  public boolean isCaught(Campaign.Worker worker) throws IOException, InterruptedException {
    boolean safeIsExact = isUnharmed(worker.run("control", plan(":safe", safe), this::isUnharmed));
    FaultPlan harmful = plan(":unsafe", unsafe.apply(safe));
    boolean shown = false;
    for (int attempt = 0; attempt < MAX_ATTEMPTS && !shown; attempt++) {
      shown = symptom.isSeenIn(worker.run("control", harmful, symptom::isSeenIn));
    }
    worker.say(
        "control %s: %s, safe pipeline %s"
            .formatted(name, shown ? "caught" : "NOT CAUGHT", safeIsExact ? "exact" : "NOT EXACT"));
    return safeIsExact && shown;
  }

  private boolean isUnharmed(RunResult result) {
    return result.is(Judgement.Status.EXACT) && !symptom.isSeenIn(result);
  }

  private FaultPlan plan(String variant, Setup setup) {
    FaultPlan plan = new FaultPlan(SEED, name + variant, setup, Set.of(), actions, 1);
    return setup.isDivided() ? plan.mixed() : plan;
  }

  static List<Control> all() {
    Setup standard = Setup.STANDARD;
    Setup rarelyDurable = standard.withCommitMillis(LONG_COMMIT_MILLIS);
    FaultAction killConsumer = new FaultAction.Kill(Component.CONSUMER);
    return List.of(
        new Control(
            "auto-ack",
            rarelyDurable,
            List.of(new TimedAction(2_000, 2_200, killConsumer)),
            unsafe(UnsafeVariant.AUTO_ACK)),
        new Control(
            "no-identities",
            standard,
            List.of(
                new TimedAction(
                    800, 2_300, new FaultAction.Impair(Link.HTTP, Direction.BACK, Flow.SWALLOW))),
            unsafe(UnsafeVariant.NO_IDENTITIES)),
        new Control(
            "confirm-none",
            standard,
            List.of(
                new TimedAction(
                    800,
                    2_300,
                    new FaultAction.Impair(Link.PUBLISH, Direction.THERE, Flow.SWALLOW))),
            setup -> setup.with(Component.SERVER, "CONFIRM", "none")),
        new Control(
            "ack-before-commit",
            standard.withCrash(CrashPoint.BEFORE_COMMIT + FIRST_WITH_COUNTS, false),
            List.of(),
            unsafe(UnsafeVariant.ACK_BEFORE_COMMIT)),
        new Control(
            "ack-duplicates-early",
            rarelyDurable,
            List.of(
                new TimedAction(500, 500, new FaultAction.Break(Link.CONSUME, Flow.Ending.RESET)),
                new TimedAction(2_000, 2_200, killConsumer)),
            unsafe(UnsafeVariant.ACK_DUPLICATES_EARLY)),
        new Control(
            "no-sync",
            standard.withDisk(StateDisk.Kind.IMAGE),
            List.of(new TimedAction(2_000, 2_200, new FaultAction.CutPower())),
            unsafe(UnsafeVariant.NO_SYNC)),
        new Control(
            "forget-early",
            standard.with(Component.CONSUMER, "--prefetch", FEW_MESSAGES),
            List.of(new TimedAction(2_000, 2_200, killConsumer)),
            unsafe(UnsafeVariant.FORGET_EARLY)),
        new Control(
            "ack-while-full",
            standard.withDisk(StateDisk.Kind.SMALL),
            List.of(
                new TimedAction(800, 2_700, new FaultAction.FillDisk()),
                new TimedAction(2_500, 2_900, killConsumer)),
            unsafe(UnsafeVariant.ACK_WHILE_FULL)),
        new Control(
            "drop-before-write",
            standard.withCommitMillis(SHORT_COMMIT_MILLIS),
            List.of(new TimedAction(2_000, 2_200, killConsumer)),
            unsafe(UnsafeVariant.DROP_BEFORE_WRITE)),
        new Control(
            "wrong-end", standard, List.of(), unsafe(UnsafeVariant.WRONG_END), Symptom.WRONG_END),
        new Control(
            "mandatory-off",
            standard,
            List.of(
                new TimedAction(500, 2_500, new FaultAction.Freeze(Component.CLIENT)),
                new TimedAction(1_900, 1_900, new FaultAction.AwaitCounted()),
                new TimedAction(2_000, 4_500, killConsumer),
                new TimedAction(2_200, 2_200, new FaultAction.DeleteQueue())),
            setup -> setup.with(Component.SERVER, "MANDATORY", "off")),
        new Control(
            "first-part-only",
            standard.withPartitions(PARTITIONS),
            List.of(
                new TimedAction(2_000, 2_200, new FaultAction.Kill(Component.SERVER)),
                new TimedAction(2_000, 2_200, killConsumer)),
            unsafe(UnsafeVariant.FIRST_PART_ONLY)),
        new Control(
            "unlimited-bodies",
            standard,
            List.of(attack(HostileClient.LONG_BODIES)),
            setup -> setup.with(Component.SERVER, "BODIES_LIMIT", UNLIMITED),
            Symptom.OUT_OF_MEMORY),
        new Control(
            "unlimited-waiting",
            standard,
            List.of(
                new TimedAction(
                    500,
                    3_000,
                    new FaultAction.Impair(Link.PUBLISH, Direction.THERE, Flow.SWALLOW)),
                attack(HostileClient.SWELLING_LINES)),
            setup -> setup.with(Component.SERVER, "MAX_WAITING_BYTES", UNLIMITED),
            Symptom.OUT_OF_MEMORY),
        new Control(
            "unlimited-unacked",
            standard,
            List.of(
                new TimedAction(
                    500, 4_000, new FaultAction.Impair(Link.CONSUME, Direction.THERE, SLOW)),
                new TimedAction(
                    600, 600, new FaultAction.Poison(LARGE_MESSAGES, LARGE_BYTES, false))),
            setup -> setup.with(Component.CONSUMER, "--max-unacked", "1000000"),
            Symptom.OUT_OF_MEMORY),
        new Control(
            "blocking-bodies",
            standard.with(Component.SERVER, "SERVER_THREADS", "4"),
            List.of(attack(HostileClient.SLOW_BODIES)),
            unsafe(UnsafeVariant.BLOCKING_BODIES),
            Symptom.KEPT_WAITING));
  }

  private static TimedAction attack(HostileClient client) {
    return new TimedAction(500, 3_500, new FaultAction.Attack(client));
  }

  /**
   * The controls with these names; all controls if no name is given.
   *
   * @throws IllegalArgumentException there is no such control
   */
  public static List<Control> named(List<String> names) {
    List<Control> all = all();
    for (String name : names) {
      if (all.stream().noneMatch(control -> control.name().equals(name))) {
        throw new IllegalArgumentException("there is no control '" + name + "'");
      }
    }
    return names.isEmpty()
        ? all
        : all.stream().filter(control -> names.contains(control.name())).toList();
  }

  private static UnaryOperator<Setup> unsafe(UnsafeVariant variant) {
    return setup -> setup.withVariant(variant);
  }
}
