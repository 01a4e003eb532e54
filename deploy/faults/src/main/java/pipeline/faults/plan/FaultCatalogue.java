package pipeline.faults.plan;

import static pipeline.faults.plan.Evidence.COMMIT_REFUSED;
import static pipeline.faults.plan.Evidence.CRASH;
import static pipeline.faults.plan.Evidence.REDELIVERED;
import static pipeline.faults.plan.Evidence.RETRIES;
import static pipeline.faults.plan.Evidence.SUPPRESSED;
import static pipeline.faults.plan.FaultKinds.cut;
import static pipeline.faults.plan.FaultKinds.delay;
import static pipeline.faults.plan.FaultKinds.deleteIdleQueue;
import static pipeline.faults.plan.FaultKinds.deleteQueue;
import static pipeline.faults.plan.FaultKinds.held;
import static pipeline.faults.plan.FaultKinds.hostile;
import static pipeline.faults.plan.FaultKinds.hostileFillsStore;
import static pipeline.faults.plan.FaultKinds.impair;
import static pipeline.faults.plan.FaultKinds.kill;
import static pipeline.faults.plan.FaultKinds.once;
import static pipeline.faults.plan.FaultKinds.rabbitmqctl;
import static pipeline.faults.plan.FaultKinds.swallow;
import static pipeline.rig.Component.BROKER;
import static pipeline.rig.Component.CLIENT;
import static pipeline.rig.Component.CONSUMER;
import static pipeline.rig.Component.REDIS;
import static pipeline.rig.Component.SERVER;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import pipeline.faults.hostile.HostileClient;
import pipeline.faults.system.RunInput;
import pipeline.faults.system.Setup;
import pipeline.faults.system.StateDisk;
import pipeline.hooks.CrashPoint;
import pipeline.rig.Component;
import pipeline.rig.Link;
import pipeline.testkit.proxy.Direction;
import pipeline.testkit.proxy.Flow;
import pipeline.wire.workload.Workload;

/** Every fault this harness knows, by name. Immutable. */
public final class FaultCatalogue {
  /** The hits at which each crash point is tried; {@code last} by {@link Setup#holdLast}. */
  private static final List<String> HITS = List.of("1", "2", "100", "last");

  /** The faults of a quick campaign: each breaks the pipeline in another way, none takes long. */
  public static final List<String> QUICK =
      List.of(
          "kill-broker+consumer",
          "kill-server",
          "swallow-confirms",
          "swallow-answers",
          "crash:pub.afterPublish:100",
          "crash:con.afterClaim:100",
          "crash:ckpt.committed:2",
          "crash:con.beforeAck:last",
          "hostile-runs",
          "hostile-words",
          "hostile-slow-bodies",
          "hostile-unread-answers");

  private static final String CRASH_PREFIX = "crash:";
  private static final int CRASH_COMMIT_MILLIS = 5;

  /** Faults of Redis and of the connection to it. */
  private static final Set<String> OF_REDIS =
      Set.of(
          "kill-redis",
          "kill-redis+consumer",
          "cut-store",
          "cut-store-answers",
          "swallow-store-answers",
          "stop-redis");

  /** Faults of the state directory, which a run with Redis does not have. */
  private static final Set<String> OF_STATE = Set.of("disk-full", "power-cut");

  /** Faults for one queue only: with another queue left, the exchange returns no message. */
  private static final Set<String> OF_ONE_QUEUE = Set.of("delete-idle-queue");

  private final List<Fault> quick;
  private final List<Fault> freezes;
  private final RunInput input;

  /**
   * @param freezeMillis how long a program is stopped: longer than two heartbeats
   */
  public FaultCatalogue(int freezeMillis, RunInput input) {
    this.input = input;
    quick = quick().stream().filter(this::isPossible).toList();
    freezes = freezes(freezeMillis).stream().filter(this::isPossible).toList();
  }

  private boolean isPossible(Fault fault) {
    Set<String> excluded = input.redis() ? OF_STATE : OF_REDIS;
    boolean oneQueue = input.workload() != Workload.SWIPES;
    return !excluded.contains(fault.name())
        && (oneQueue || !OF_ONE_QUEUE.contains(fault.name()))
        && (input.isText() || !fault.name().startsWith(FaultKinds.HOSTILE));
  }

  /** All faults and crash points, whether or not the input can meet them. */
  public static List<String> allNames() {
    return Stream.concat(quick().stream(), freezes(0).stream()).map(Fault::name).toList();
  }

  /** The number of seeds after which the faults repeat. */
  public int cycle() {
    return quick.size() + 1;
  }

  /**
   * The fault of a seed. The freezes, which take half a minute each, share one place of the cycle.
   */
  Fault ofSeed(long seed) {
    int place = (int) Math.floorMod(seed, (long) cycle());
    long round = Math.floorDiv(seed, (long) cycle());
    return place < quick.size()
        ? quick.get(place)
        : freezes.get((int) Math.floorMod(round, (long) freezes.size()));
  }

  /** Faults that may share a run with another. */
  List<Fault> companions() {
    return quick.stream().filter(fault -> !fault.alone()).toList();
  }

  /** The names of all faults that the input can meet, without the crash points. */
  List<String> names() {
    return known().map(Fault::name).toList();
  }

  /** {@code crash:POINT:HIT} for every point that the input reaches, and every hit. */
  public List<String> crashNames() {
    return Arrays.stream(CrashPoint.values())
        .filter(point -> !input.redis() || !isOfFileStore(point))
        .flatMap(
            point ->
                HITS.stream()
                    // the last request is posted by hand, which is written for lines only
                    .filter(hit -> input.isText() || !hit.equals("last"))
                    .map(hit -> CRASH_PREFIX + point + ":" + hit))
        .toList();
  }

  private static boolean isOfFileStore(CrashPoint point) {
    return switch (point) {
      case AFTER_CLAIM, WITHIN_MERGE, SYNCED -> true;
      default -> false;
    };
  }

  /**
   * The fault of a name.
   *
   * @throws IllegalArgumentException there is no such fault
   */
  public Fault named(String name) {
    if (crashNames().contains(name)) {
      String[] words = name.split(":", -1);
      return crash(name, words[1], words[2]);
    }
    return known()
        .filter(fault -> fault.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no fault '" + name + "'"));
  }

  private Stream<Fault> known() {
    return Stream.concat(quick.stream(), freezes.stream());
  }

  private static List<Fault> quick() {
    Set<Evidence> none = Set.of();
    return List.of(
        kill("kill-server", EnumSet.of(RETRIES), SERVER),
        kill("kill-broker", EnumSet.of(RETRIES, REDELIVERED), BROKER),
        kill("kill-consumer", EnumSet.of(REDELIVERED), CONSUMER),
        kill("kill-client", EnumSet.of(SUPPRESSED), CLIENT),
        kill("kill-broker+consumer", EnumSet.of(RETRIES, REDELIVERED), BROKER, CONSUMER),
        kill("kill-server+broker", EnumSet.of(RETRIES, REDELIVERED), SERVER, BROKER),
        kill("kill-server+consumer", EnumSet.of(RETRIES, REDELIVERED), SERVER, CONSUMER),
        once(
            "reset-http", EnumSet.of(RETRIES), new FaultAction.Break(Link.HTTP, Flow.Ending.RESET)),
        once("reset-publish", none, new FaultAction.Break(Link.PUBLISH, Flow.Ending.RESET)),
        once(
            "close-consume",
            EnumSet.of(REDELIVERED),
            new FaultAction.Break(Link.CONSUME, Flow.Ending.CLOSE)),
        rabbitmqctl(
            "close-connections",
            EnumSet.of(REDELIVERED),
            List.of("close_all_connections", "chaos")),
        rabbitmqctl(
            "memory-alarm",
            EnumSet.of(RETRIES),
            List.of("set_vm_memory_high_watermark", "0.000001"),
            "set_vm_memory_high_watermark",
            "0.4"),
        rabbitmqctl(
            "disk-alarm",
            EnumSet.of(RETRIES),
            List.of("set_disk_free_limit", "999999GB"),
            "set_disk_free_limit",
            "50MB"),
        deleteQueue(),
        deleteIdleQueue(),
        once("poison", none, new FaultAction.Poison(3, 0, false)).alone(Setup.STANDARD),
        once("poison-headers", none, new FaultAction.Poison(3, 0, true)).alone(Setup.STANDARD),
        new Fault(
            "disk-full",
            EnumSet.of(COMMIT_REFUSED),
            Setup.STANDARD.withDisk(StateDisk.Kind.SMALL),
            held(1_500, 2_500, new FaultAction.FillDisk()),
            true),
        new Fault(
            "power-cut",
            EnumSet.of(REDELIVERED),
            Setup.STANDARD.withDisk(StateDisk.Kind.IMAGE),
            held(200, 600, new FaultAction.CutPower()),
            true),
        delay("delay-http", Link.HTTP, 100),
        delay("delay-publish", Link.PUBLISH, 150),
        delay("delay-consume", Link.CONSUME, 300),
        impair("slice-http", none, Link.HTTP, Direction.THERE, Flow.SLICE),
        impair("slice-publish", none, Link.PUBLISH, Direction.THERE, Flow.SLICE),
        impair("slice-consume", none, Link.CONSUME, Direction.BACK, Flow.SLICE),
        cut("cut-http", EnumSet.of(RETRIES), Link.HTTP, Direction.THERE),
        cut("cut-answers", EnumSet.of(RETRIES, SUPPRESSED), Link.HTTP, Direction.BACK),
        cut("cut-publish", EnumSet.of(RETRIES), Link.PUBLISH, Direction.THERE),
        cut("cut-consume", EnumSet.of(REDELIVERED), Link.CONSUME, Direction.BACK),
        swallow("swallow-requests", EnumSet.of(RETRIES), Link.HTTP, Direction.THERE),
        swallow("swallow-answers", EnumSet.of(RETRIES, SUPPRESSED), Link.HTTP, Direction.BACK),
        swallow("swallow-publishes", EnumSet.of(RETRIES), Link.PUBLISH, Direction.THERE),
        swallow("swallow-confirms", EnumSet.of(RETRIES, SUPPRESSED), Link.PUBLISH, Direction.BACK),
        swallow("swallow-acks", EnumSet.of(REDELIVERED, SUPPRESSED), Link.CONSUME, Direction.THERE),
        swallow("swallow-deliveries", EnumSet.of(REDELIVERED), Link.CONSUME, Direction.BACK),
        kill("kill-redis", EnumSet.of(COMMIT_REFUSED), REDIS),
        kill("kill-redis+consumer", EnumSet.of(REDELIVERED), REDIS, CONSUMER),
        cut("cut-store", EnumSet.of(COMMIT_REFUSED), Link.STORE, Direction.THERE),
        cut("cut-store-answers", none, Link.STORE, Direction.BACK),
        swallow("swallow-store-answers", EnumSet.of(COMMIT_REFUSED), Link.STORE, Direction.BACK),
        hostile(HostileClient.RUNS),
        hostile(HostileClient.WORDS),
        hostileFillsStore(),
        hostile(HostileClient.FAR_LINES),
        hostile(HostileClient.RANGES),
        hostile(HostileClient.SLOW_HEADS),
        hostile(HostileClient.SLOW_BODIES),
        hostile(HostileClient.LONG_BODIES),
        hostile(HostileClient.SWELLING_LINES),
        hostile(HostileClient.UNREAD_ANSWERS));
  }

  /** A freeze of every component of the pipeline under test, which has no balancer. */
  private static List<Fault> freezes(int millis) {
    List<Fault> freezes = new ArrayList<>();
    for (Component component : EnumSet.complementOf(EnumSet.of(Component.BALANCER))) {
      Set<Evidence> evidence = component == BROKER ? EnumSet.of(RETRIES) : Set.of();
      freezes.add(
          new Fault(
              "stop-" + component,
              evidence,
              Setup.STANDARD,
              held(millis, millis, new FaultAction.Freeze(component)),
              true));
    }
    return List.copyOf(freezes);
  }

  private static Fault crash(String name, String point, String hit) {
    boolean last = hit.equals("last");
    Setup setup =
        Setup.STANDARD
            .withCommitMillis(CRASH_COMMIT_MILLIS)
            .withCrash(point + ":" + (last ? "1" : hit), last);
    return new Fault(name, EnumSet.of(CRASH), setup, random -> List.of(), true);
  }
}
