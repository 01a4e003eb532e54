package pipeline.faults.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import pipeline.faults.hostile.HostileClient;
import pipeline.faults.run.FaultPlan.Evidence;
import pipeline.rig.Component;
import pipeline.rig.Link;
import pipeline.testkit.proxy.Direction;
import pipeline.testkit.proxy.Flow;
import pipeline.wire.settings.Settings;

/**
 * A fault by its name. Immutable.
 *
 * @param evidence what it must leave behind for the run to count
 * @param plan draws the actions
 * @param alone whether it needs a run of its own: it asks for another setup, or takes long
 */
public record Fault(
    String name,
    Set<Evidence> evidence,
    Setup setup,
    Function<RandomGenerator, List<FaultAction>> plan,
    boolean alone) {
  /** Begins the names of the kills, before their components. */
  private static final String KILL = "kill-";

  private static final int FREEZE_MILLIS = 22_000;

  /** A fault of the standard setup, which other faults may share a run with. */
  private static Fault of(
      String name, Function<RandomGenerator, List<FaultAction>> plan, Evidence... evidence) {
    return new Fault(name, Set.of(evidence), Setup.STANDARD, plan, false);
  }

  /** This fault in a run of its own. */
  Fault byItself(Setup with) {
    return new Fault(name, evidence, with, plan, true);
  }

  Fault byItself() {
    return byItself(Setup.STANDARD);
  }

  /** This fault where nobody says which messages came again: what counts is a Flink cluster. */
  Fault unreported() {
    Set<Evidence> rest = new HashSet<>(evidence);
    rest.remove(Evidence.REDELIVERED);
    return new Fault(name, Set.copyOf(rest), setup, plan, alone);
  }

  /** A kill of the components that are named; if messages must come again, with some unacked. */
  static Fault kill(String name, Evidence... evidence) {
    List<Component> components =
        Arrays.stream(name.substring(KILL.length()).toUpperCase(Locale.ROOT).split("\\+", -1))
            .map(Component::valueOf)
            .toList();
    boolean unacked = Set.of(evidence).contains(Evidence.REDELIVERED);
    return held(name, 100, 1_200, FaultAction.kill(unacked, components), evidence);
  }

  /** An action that has nothing to undo. */
  static Fault once(String name, FaultAction action, Evidence... evidence) {
    return held(name, 0, 0, action, evidence);
  }

  static Fault rabbitmqctl(String name, String command, String undo, Evidence... evidence) {
    return held(name, 1_000, 2_000, FaultAction.rabbitmqctl(command, undo), evidence).byItself();
  }

  static Fault delay(String name, Link link, int millis) {
    Flow flow = Flow.delayed(Duration.ofMillis(millis), Duration.ofMillis(millis));
    return held(
        name, 1_500, 1_500, FaultAction.impair(link, flow, Direction.THERE, Direction.BACK));
  }

  static Fault slice(String name, Link link, Direction direction) {
    return held(name, 1_000, 2_000, FaultAction.impair(link, Flow.SLICE, direction));
  }

  static Fault swallow(String name, Link link, Direction direction, Evidence... evidence) {
    return held(name, 1_000, 2_500, FaultAction.impair(link, Flow.SWALLOW, direction), evidence);
  }

  /** Breaks connections in the middle of a frame, each after a piece of 4 to 20 kB. */
  static Fault cut(String name, Link link, Direction direction, Evidence... evidence) {
    return of(
        name,
        random -> {
          Flow.Ending ending = random.nextBoolean() ? Flow.Ending.RESET : Flow.Ending.CLOSE;
          Flow flow = Flow.cut(4_000 + random.nextInt(16_000), ending);
          return List.of(held(random, 1_000, 2_000, FaultAction.impair(link, flow, direction)));
        },
        evidence);
  }

  static Fault stop(Component component, Evidence... evidence) {
    FaultAction freeze = FaultAction.freeze(component);
    return held("stop-" + component, FREEZE_MILLIS, FREEZE_MILLIS, freeze, evidence).byItself();
  }

  /** A hostile client at the server for most of the load, and a kill of the consumer meanwhile. */
  static Fault hostile(HostileClient client) {
    return of(
            "hostile-" + Settings.spelled(client),
            random -> {
              int at = 1_000 + random.nextInt(1_000);
              return List.of(
                  FaultAction.attack(client).at(500, 3_500),
                  FaultAction.kill(true, List.of(Component.CONSUMER)).at(at, at + 700));
            },
            Evidence.REDELIVERED,
            Evidence.HOSTILE_CLIENT)
        .byItself();
  }

  /**
   * A flood of words fills the store's room, and the consumer is killed meanwhile. All waits then,
   * and is counted when there is more room.
   */
  static Fault hostileFillsStore() {
    Fault words = hostile(HostileClient.WORDS);
    return of(
            "hostile-fills-store",
            random -> {
              List<FaultAction> actions = new ArrayList<>(words.plan().apply(random));
              actions.add(FaultAction.limitRoom().at(500, 4_000));
              return actions;
            },
            Evidence.REDELIVERED,
            Evidence.HOSTILE_CLIENT,
            Evidence.COMMIT_REFUSED)
        .byItself(Setup.STANDARD.withDisk(StateDisk.Kind.SMALL));
  }

  /**
   * Deletes the queue with confirmed messages. The promise is that the report says so, and that the
   * same file sent again under the same run fills the gaps.
   */
  static Fault deleteQueue() {
    return of(
            "delete-queue",
            random -> {
              int at = 800 + random.nextInt(800);
              return List.of(
                  FaultAction.freeze(Component.CONSUMER).at(at, at + 1_500),
                  FaultAction.deleteQueue().at(at + 1_200));
            },
            Evidence.LOSS_SEEN)
        .byItself(Setup.STANDARD.with(Component.CONSUMER, "--prefetch", "2"));
  }

  /**
   * Deletes the queue while it is empty and only the server can declare it: no line may be lost.
   */
  static Fault deleteIdleQueue() {
    return of(
            "delete-idle-queue",
            random -> {
              int down = 1_500 + random.nextInt(1_000);
              return List.of(
                  FaultAction.freeze(Component.CLIENT).at(500, 3_000 + down),
                  FaultAction.awaitCounted().at(1_900),
                  FaultAction.kill(Component.CONSUMER).at(2_000, 3_000 + 2 * down),
                  FaultAction.deleteQueue().at(2_200));
            })
        .byItself();
  }

  /** One action early in the load, held for a time drawn from the range. */
  static Fault held(
      String name, int minMillis, int maxMillis, FaultAction action, Evidence... evidence) {
    return of(name, random -> List.of(held(random, minMillis, maxMillis, action)), evidence);
  }

  private static FaultAction held(
      RandomGenerator random, int minMillis, int maxMillis, FaultAction action) {
    int at = 500 + random.nextInt(1_500);
    return action.at(at, at + minMillis + random.nextInt(maxMillis - minMillis + 1));
  }
}
