package pipeline.faults.run;

import static pipeline.faults.run.FaultPlan.Evidence.COMMIT_REFUSED;
import static pipeline.faults.run.FaultPlan.Evidence.CRASH;
import static pipeline.faults.run.FaultPlan.Evidence.REDELIVERED;
import static pipeline.faults.run.FaultPlan.Evidence.RETRIES;
import static pipeline.faults.run.FaultPlan.Evidence.SUPPRESSED;
import static pipeline.testkit.proxy.Direction.BACK;
import static pipeline.testkit.proxy.Direction.THERE;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import pipeline.faults.hostile.HostileClient;
import pipeline.hooks.CrashPoint;
import pipeline.rig.Component;
import pipeline.rig.Link;
import pipeline.testkit.proxy.Flow.Ending;
import pipeline.wire.workload.Workload;

/** Every fault this harness knows, by name, and those that an input can meet. Immutable. */
public final class FaultCatalogue {
  /** The hit that takes a long run. */
  static final String LATE_HIT = "100";

  /** The hits at which each crash point is tried; {@code last} by {@link Setup#holdLast}. */
  private static final List<String> HITS = List.of("1", "2", LATE_HIT, "last");

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

  /** The crash points of consumers that keep their counts themselves. */
  private static final Set<CrashPoint> OF_FILE_STORE =
      Set.of(CrashPoint.AFTER_CLAIM, CrashPoint.WITHIN_MERGE, CrashPoint.SYNCED);

  private static final String CRASH_PREFIX = "crash:";
  private static final int CRASH_COMMIT_MILLIS = 5;

  private static final List<Fault> ALWAYS =
      List.of(
          Fault.kill("kill-server", RETRIES),
          Fault.kill("kill-broker", RETRIES, REDELIVERED),
          Fault.kill("kill-consumer", REDELIVERED),
          Fault.kill("kill-client", SUPPRESSED),
          Fault.kill("kill-broker+consumer", RETRIES, REDELIVERED),
          Fault.kill("kill-server+broker", RETRIES, REDELIVERED),
          Fault.kill("kill-server+consumer", RETRIES, REDELIVERED),
          Fault.once("reset-http", FaultAction.breakOff(Link.HTTP, Ending.RESET), RETRIES),
          Fault.once("reset-publish", FaultAction.breakOff(Link.PUBLISH, Ending.RESET)),
          Fault.once(
              "close-consume", FaultAction.breakOff(Link.CONSUME, Ending.CLOSE), REDELIVERED),
          Fault.rabbitmqctl("close-connections", "close_all_connections chaos", "", REDELIVERED),
          Fault.rabbitmqctl(
              "memory-alarm",
              "set_vm_memory_high_watermark 0.000001",
              "set_vm_memory_high_watermark 0.4",
              RETRIES),
          Fault.rabbitmqctl(
              "disk-alarm", "set_disk_free_limit 999999GB", "set_disk_free_limit 50MB", RETRIES),
          Fault.once("poison", FaultAction.poison(3, 0, false)).byItself(),
          Fault.once("poison-headers", FaultAction.poison(3, 0, true)).byItself(),
          Fault.delay("delay-http", Link.HTTP, 100),
          Fault.delay("delay-publish", Link.PUBLISH, 150),
          Fault.delay("delay-consume", Link.CONSUME, 300),
          Fault.slice("slice-http", Link.HTTP, THERE),
          Fault.slice("slice-publish", Link.PUBLISH, THERE),
          Fault.slice("slice-consume", Link.CONSUME, BACK),
          Fault.cut("cut-http", Link.HTTP, THERE, RETRIES),
          Fault.cut("cut-answers", Link.HTTP, BACK, RETRIES, SUPPRESSED),
          Fault.cut("cut-publish", Link.PUBLISH, THERE, RETRIES),
          Fault.cut("cut-consume", Link.CONSUME, BACK, REDELIVERED),
          Fault.swallow("swallow-requests", Link.HTTP, THERE, RETRIES),
          Fault.swallow("swallow-answers", Link.HTTP, BACK, RETRIES, SUPPRESSED),
          Fault.swallow("swallow-publishes", Link.PUBLISH, THERE, RETRIES),
          Fault.swallow("swallow-confirms", Link.PUBLISH, BACK, RETRIES, SUPPRESSED),
          Fault.swallow("swallow-acks", Link.CONSUME, THERE, REDELIVERED, SUPPRESSED),
          Fault.swallow("swallow-deliveries", Link.CONSUME, BACK, REDELIVERED));

  /** Faults after which the same file is sent again, to a consumer that is started again. */
  private static final List<Fault> OF_CONSUMER = List.of(Fault.deleteQueue());

  /** Faults for one queue only: with another queue left, the exchange returns no message. */
  private static final List<Fault> OF_ONE_QUEUE = List.of(Fault.deleteIdleQueue());

  /** Faults of the state directory, which a run with Redis does not have. */
  private static final List<Fault> OF_STATE =
      List.of(
          Fault.held("disk-full", 1_500, 2_500, FaultAction.fillDisk(), COMMIT_REFUSED)
              .byItself(Setup.STANDARD.withDisk(StateDisk.Kind.SMALL)),
          Fault.held("power-cut", 200, 600, FaultAction.cutPower(), REDELIVERED)
              .byItself(Setup.STANDARD.withDisk(StateDisk.Kind.IMAGE)));

  /** Faults of Redis and of the connection to it. */
  private static final List<Fault> OF_REDIS =
      List.of(
          Fault.kill("kill-redis", COMMIT_REFUSED),
          Fault.kill("kill-redis+consumer", REDELIVERED),
          Fault.cut("cut-store", Link.STORE, THERE, COMMIT_REFUSED),
          Fault.cut("cut-store-answers", Link.STORE, BACK),
          Fault.swallow("swallow-store-answers", Link.STORE, BACK, COMMIT_REFUSED));

  /** Faults by clients that post lines of text. */
  private static final List<Fault> OF_TEXT =
      Stream.concat(
              Arrays.stream(HostileClient.values()).map(Fault::hostile),
              Stream.of(Fault.hostileFillsStore()))
          .toList();

  /** Faults of Flink. */
  private static final List<Fault> OF_FLINK =
      List.of(Fault.held("kill-jobmanager", 100, 1_200, FaultAction.killJobManager()));

  /** A freeze of every component, longer than two heartbeats of 10 s. */
  private static final List<Fault> FREEZES =
      List.of(
          Fault.stop(Component.CLIENT),
          Fault.stop(Component.SERVER),
          Fault.stop(Component.BROKER, RETRIES),
          Fault.stop(Component.CONSUMER),
          Fault.stop(Component.REDIS));

  private final List<Fault> brief;
  private final List<Fault> freezes;
  private final RunInput input;

  public FaultCatalogue(RunInput input) {
    this.input = input;
    List<Fault> none = List.of();
    Stream<List<Fault>> kinds =
        input.isFlink()
            ? Stream.of(ALWAYS.stream().map(Fault::unreported).toList(), OF_FLINK)
            : Stream.of(
                ALWAYS,
                OF_CONSUMER,
                input.workload() == Workload.SWIPES ? none : OF_ONE_QUEUE,
                input.redis() ? OF_REDIS : OF_STATE,
                input.isText() ? OF_TEXT : none);
    brief = kinds.flatMap(List::stream).toList();
    // the last one is of Redis
    freezes = input.redis() ? FREEZES : FREEZES.subList(0, FREEZES.size() - 1);
  }

  /** All faults, whether or not an input can meet them, without the crash points. */
  public static List<String> allNames() {
    return Stream.concat(
            Stream.of(ALWAYS, OF_CONSUMER, OF_ONE_QUEUE, OF_STATE, OF_REDIS, OF_TEXT, OF_FLINK)
                .flatMap(List::stream),
            FREEZES.stream())
        .map(Fault::name)
        .toList();
  }

  /** The number of seeds after which the faults repeat. */
  public int cycle() {
    return brief.size() + 1;
  }

  /**
   * The fault of a seed. The freezes, which take half a minute each, share one place of the cycle.
   */
  Fault ofSeed(long seed) {
    int place = (int) Math.floorMod(seed, (long) cycle());
    long round = Math.floorDiv(seed, (long) cycle());
    return place < brief.size()
        ? brief.get(place)
        : freezes.get((int) Math.floorMod(round, (long) freezes.size()));
  }

  /** Faults that may share a run with another. */
  List<Fault> companions() {
    return brief.stream().filter(fault -> !fault.alone()).toList();
  }

  /** The names of all faults that the input can meet, without the crash points. */
  List<String> names() {
    return known().map(Fault::name).toList();
  }

  /** {@code crash:POINT:HIT} for every point that the input reaches, and every hit. */
  public List<String> crashNames() {
    return Arrays.stream(CrashPoint.values())
        .filter(point -> !input.redis() || !OF_FILE_STORE.contains(point))
        .filter(point -> !input.isFlink() || point.toString().startsWith("pub."))
        .flatMap(
            point ->
                HITS.stream()
                    // the last request is posted by hand, which is written for lines only
                    .filter(hit -> input.isText() || !hit.equals("last"))
                    .map(hit -> CRASH_PREFIX + point + ":" + hit))
        .toList();
  }

  /**
   * The fault of a name.
   *
   * @throws IllegalArgumentException there is no such fault, or the input cannot meet it
   */
  public Fault named(String name) {
    if (crashNames().contains(name)) {
      String[] words = name.split(":", -1);
      return crash(name, words[1], words[2]);
    }
    String otherwise =
        allNames().contains(name)
            ? "the fault '" + name + "' needs another --store, --workload or --taskmanagers"
            : "there is no fault '" + name + "'";
    return known()
        .filter(fault -> fault.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(otherwise));
  }

  private Stream<Fault> known() {
    return Stream.concat(brief.stream(), freezes.stream());
  }

  private static Fault crash(String name, String point, String hit) {
    boolean last = hit.equals("last");
    Setup setup =
        Setup.STANDARD
            .withCommitMillis(CRASH_COMMIT_MILLIS)
            .withCrash(point + ":" + (last ? "1" : hit), last);
    return new Fault(name, Set.of(CRASH), setup, random -> List.of(), true);
  }
}
