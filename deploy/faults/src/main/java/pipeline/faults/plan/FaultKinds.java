package pipeline.faults.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import pipeline.faults.hostile.HostileClient;
import pipeline.faults.system.Setup;
import pipeline.faults.system.StateDisk;
import pipeline.rig.Component;
import pipeline.rig.Link;
import pipeline.testkit.proxy.Direction;
import pipeline.testkit.proxy.Flow;

/** The kinds of faults that the catalogue is made of, with the times they are drawn from. */
final class FaultKinds {
  /** The prefix of the faults in which hostile clients post lines of text beside the client. */
  static final String HOSTILE = "hostile-";

  private FaultKinds() {}

  static Fault kill(String name, Set<Evidence> evidence, Component... components) {
    FaultAction kill =
        new FaultAction.Kill(Set.of(components), evidence.contains(Evidence.REDELIVERED));
    return Fault.of(name, evidence, held(100, 1_200, kill));
  }

  /** A hostile client at the server for most of the load, and a kill of the consumer meanwhile. */
  static Fault hostile(HostileClient client) {
    FaultAction kill = new FaultAction.Kill(Set.of(Component.CONSUMER), true);
    return new Fault(
        HOSTILE + client.spelled(),
        EnumSet.of(Evidence.REDELIVERED, Evidence.HOSTILE_CLIENT),
        Setup.STANDARD,
        random -> {
          int at = 1_000 + random.nextInt(1_000);
          return List.of(
              new TimedAction(500, 3_500, new FaultAction.Attack(client)),
              new TimedAction(at, at + 700, kill));
        },
        true);
  }

  /**
   * A flood of words fills the store's room, and the consumer is killed meanwhile. All waits then,
   * and is counted when there is more room.
   */
  static Fault hostileFillsStore() {
    Fault words = hostile(HostileClient.WORDS);
    return new Fault(
        HOSTILE + "fills-store",
        EnumSet.of(Evidence.REDELIVERED, Evidence.HOSTILE_CLIENT, Evidence.COMMIT_REFUSED),
        Setup.STANDARD.withDisk(StateDisk.Kind.SMALL),
        random -> {
          List<TimedAction> actions = new ArrayList<>(words.plan().apply(random));
          actions.add(new TimedAction(500, 4_000, new FaultAction.LimitRoom()));
          return actions;
        },
        true);
  }

  static Fault once(String name, Set<Evidence> evidence, FaultAction action) {
    return Fault.of(name, evidence, held(0, 0, action));
  }

  static Fault rabbitmqctl(
      String name, Set<Evidence> evidence, List<String> command, String... undo) {
    FaultAction action = new FaultAction.Rabbitmqctl(command, List.of(undo));
    return Fault.of(name, evidence, held(1_000, 2_000, action)).alone(Setup.STANDARD);
  }

  static Fault delay(String name, Link connection, int millis) {
    Duration delay = Duration.ofMillis(millis);
    Flow flow = Flow.delayed(delay, delay);
    return Fault.of(
        name,
        Set.of(),
        random -> {
          int at = 500 + random.nextInt(1_000);
          return List.of(
              new TimedAction(
                  at, at + 1_500, new FaultAction.Impair(connection, Direction.THERE, flow)),
              new TimedAction(
                  at, at + 1_500, new FaultAction.Impair(connection, Direction.BACK, flow)));
        });
  }

  static Fault impair(
      String name, Set<Evidence> evidence, Link connection, Direction direction, Flow flow) {
    return Fault.of(
        name, evidence, held(1_000, 2_000, new FaultAction.Impair(connection, direction, flow)));
  }

  static Fault swallow(String name, Set<Evidence> evidence, Link connection, Direction direction) {
    return Fault.of(
        name,
        evidence,
        held(1_000, 2_500, new FaultAction.Impair(connection, direction, Flow.SWALLOW)));
  }

  /** Breaks connections in the middle of a frame, each after a piece of 4 to 20 kB. */
  static Fault cut(String name, Set<Evidence> evidence, Link connection, Direction direction) {
    return Fault.of(
        name,
        evidence,
        random -> {
          Flow.Ending ending = random.nextBoolean() ? Flow.Ending.RESET : Flow.Ending.CLOSE;
          Flow flow = Flow.cut(4_000 + random.nextInt(16_000), ending);
          return held(1_000, 2_000, new FaultAction.Impair(connection, direction, flow))
              .apply(random);
        });
  }

  /**
   * Deletes the queue with confirmed messages. The promise is that the report says so, and that the
   * same file sent again under the same run fills the gaps.
   */
  static Fault deleteQueue() {
    return new Fault(
        "delete-queue",
        EnumSet.of(Evidence.LOSS_SEEN),
        Setup.STANDARD.with(Component.CONSUMER, "--prefetch", "2"),
        random -> {
          int at = 800 + random.nextInt(800);
          return List.of(
              new TimedAction(at, at + 1_500, new FaultAction.Freeze(Component.CONSUMER)),
              new TimedAction(at + 1_200, at + 1_200, new FaultAction.DeleteQueue()));
        },
        true);
  }

  /**
   * Deletes the queue while it is empty and only the server can declare it: no line may be lost.
   */
  static Fault deleteIdleQueue() {
    return new Fault(
        "delete-idle-queue",
        Set.of(),
        Setup.STANDARD,
        random -> {
          int down = 1_500 + random.nextInt(1_000);
          return List.of(
              new TimedAction(500, 3_000 + down, new FaultAction.Freeze(Component.CLIENT)),
              new TimedAction(1_900, 1_900, new FaultAction.AwaitCounted()),
              new TimedAction(2_000, 3_000 + 2 * down, new FaultAction.Kill(Component.CONSUMER)),
              new TimedAction(2_200, 2_200, new FaultAction.DeleteQueue()));
        },
        true);
  }

  /** Plans one action early in the load, held for a time drawn from the range. */
  static Function<RandomGenerator, List<TimedAction>> held(
      int minMillis, int maxMillis, FaultAction action) {
    return random -> {
      int at = 500 + random.nextInt(1_500);
      int hold = minMillis + random.nextInt(maxMillis - minMillis + 1);
      return List.of(new TimedAction(at, at + hold, action));
    };
  }
}
