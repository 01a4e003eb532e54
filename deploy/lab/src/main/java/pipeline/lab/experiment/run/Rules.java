package pipeline.lab.experiment.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.lang3.Validate;
import pipeline.lab.experiment.analysis.Cell;
import pipeline.lab.experiment.analysis.Design;
import pipeline.rig.Jars;
import pipeline.rig.machine.HostUsage;

/** Refuses levels of several settings that cannot be together, or are of no use together. */
public final class Rules {
  private static final Set<Setting> OF_OURS_ONLY =
      Setting.named(
          "gets balancer prefetch store queue partitions publish channels"
              + " server-threads jvm confirm delivery durable ack restart");

  private static final Set<Setting> NOT_WITH_WRK = Setting.named("first-phase csv gets restart");

  /** The settings without effect where nothing consumes. */
  private static final Set<Setting> OF_CONSUMERS =
      Setting.named("consumer-threads prefetch store ack delay-consumer cpus-consumer");

  /** The settings without effect where nothing is published either. */
  private static final Set<Setting> OF_THE_QUEUE = Setting.named("consumers delay-broker");

  private static final Set<Setting> CPUS = Setting.named("cpus-client cpus-server cpus-consumer");

  private Rules() {}

  /**
   * Checks a combination of levels.
   *
   * @throws IllegalArgumentException it cannot be, in one line
   */
  public static void check(Cell cell) {
    if (!Setting.STORE.is(cell, "redis")) {
      String needs = "%s needs --store redis";
      Validate.isTrue(Setting.CONSUMERS.number(cell) <= 1, needs, Setting.CONSUMERS.given(cell));
      Validate.isTrue(Setting.GETS.number(cell) == 0, needs, Setting.GETS.given(cell));
    }
    if (Setting.ACK.is(cell, "auto")) {
      boolean isMemory = Setting.STORE.is(cell, "memory");
      Validate.isTrue(isMemory, "--ack auto loses lines, so it needs --store memory");
      excludeGiven(cell, Setting.ACK, Setting.PREFETCH);
    }
    exclude(
        Setting.DURABLE.is(cell, "off") && Setting.QUEUE.is(cell, "quorum"),
        cell,
        Setting.DURABLE,
        Setting.QUEUE);
    checkLoad(cell);
    checkCores(cell, allowedCores());
    Optional<Path> checkout = DesignUnderTest.checkout(cell);
    if (checkout.isPresent()) {
      List<String> modules = CellPrograms.modules(List.of(cell));
      Optional<String> missing = Jars.builtIn(checkout.get()).missing(modules);
      Validate.isTrue(missing.isEmpty(), "%s: %s", Setting.DESIGN.given(cell), missing.orElse(""));
    }
    checkDesign(cell);
  }

  private static void checkLoad(Cell cell) {
    DesignUnderTest design = DesignUnderTest.of(cell);
    if (Setting.isBacklog(cell)) {
      exclude(!design.hasQueue(), cell, Setting.LOAD, Setting.DESIGN);
      exclude(Setting.CONSUMERS.number(cell) == 0, cell, Setting.LOAD, Setting.CONSUMERS);
      excludeGiven(cell, Setting.LOAD, Setting.RESTART);
    }
    if (!design.takesManyLines()) {
      excludeGiven(cell, Setting.DESIGN, Setting.LINES_PER_REQUEST);
    }
    if (Setting.isTimed(cell)) {
      Validate.isTrue(
          Setting.SERVERS.number(cell) == 1 || !Setting.BALANCER.isStandard(cell),
          "--load wrk sends to one address: --servers needs --balancer");
      NOT_WITH_WRK.forEach(each -> excludeGiven(cell, Setting.LOAD, each));
    }
  }

  private static void checkDesign(Cell cell) {
    DesignUnderTest design = DesignUnderTest.of(cell);
    if (!design.hasOurServer()) {
      boolean isOne = Setting.CONSUMERS.number(cell) <= 1;
      Validate.isTrue(isOne, "%s has one consumer", Setting.DESIGN.given(cell));
      OF_OURS_ONLY.stream()
          .filter(each -> each != Setting.CHANNELS || !design.isReference())
          .forEach(each -> excludeGiven(cell, Setting.DESIGN, each));
    }
  }

  /** Refuses a setting that is not as it is by default, because of {@code one}. */
  private static void excludeGiven(Cell cell, Setting one, Setting other) {
    exclude(!other.isStandard(cell), cell, one, other);
  }

  private static void exclude(boolean excluded, Cell cell, Setting one, Setting other) {
    Validate.isTrue(!excluded, "%s has no %s", one.given(cell), other.given(cell));
  }

  /**
   * Checks that a machine has the CPUs of a cell.
   *
   * @param machine its CPUs, such as {@code 0-3,8}
   */
  static void checkCores(Cell cell, String machine) {
    for (Setting each : CPUS) {
      Validate.isTrue(
          each.isStandard(cell) || Setting.cores(machine).containsAll(Setting.cores(each.of(cell))),
          "%s, but there are only the cores %s",
          each.given(cell),
          machine);
    }
  }

  /** CPUs that a program started from here may run on; in a container not all of the machine's. */
  private static String allowedCores() {
    String allowed = "Cpus_allowed_list:";
    return HostUsage.read(Path.of("/proc/self/status"))
        .lines()
        .filter(line -> line.startsWith(allowed))
        .map(line -> line.substring(allowed.length()).strip())
        .findFirst()
        .orElse("0-" + (Runtime.getRuntime().availableProcessors() - 1));
  }

  /**
   * Checks that an experiment would not be misread. Where a factor's levels are compared, each must
   * have its effect in every cell, or a difference is not seen that is there in others. A level
   * that all cells have must have one in some cell, or it is a mistake.
   *
   * @throws IllegalArgumentException it would, in one line
   */
  public static void check(Design design) {
    for (Setting setting : Setting.values()) {
      List<Cell> idle =
          design.cells().stream().filter(cell -> cause(setting, cell).isPresent()).toList();
      boolean everywhere = idle.size() == design.cells().size();
      for (Cell cell : idle) {
        boolean compared = !setting.of(cell).equals(setting.of(design.base()));
        Validate.isTrue(
            !compared && (!everywhere || setting.isStandard(cell)),
            "%s has no effect with %s",
            setting.given(cell),
            cause(setting, cell).orElseThrow().given(cell));
      }
    }
  }

  /** The setting that makes another one ineffective in a cell; empty if it has an effect. */
  private static Optional<Setting> cause(Setting setting, Cell cell) {
    boolean ofConsumers = OF_CONSUMERS.contains(setting);
    if (!DesignUnderTest.of(cell).hasQueue() && (ofConsumers || OF_THE_QUEUE.contains(setting))) {
      return Optional.of(Setting.DESIGN);
    }
    // reads go through the servers
    boolean isRead = setting == Setting.STORE && Setting.GETS.number(cell) > 0;
    return ofConsumers && !isRead && Setting.CONSUMERS.number(cell) == 0
        ? Optional.of(Setting.CONSUMERS)
        : Optional.empty();
  }
}
