package pipeline.lab.experiment.run;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import pipeline.lab.experiment.analysis.Cell;
import pipeline.lab.experiment.analysis.Design;
import pipeline.rig.Jars;
import pipeline.rig.machine.HostUsage;

/** Which levels of several settings cannot be together, or are of no use together. */
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

  /** Why a combination of levels cannot be, in one line; empty if it can. */
  public static Optional<String> refusal(Cell cell) {
    boolean isRedis = Setting.STORE.is(cell, "redis");
    if (Setting.CONSUMERS.number(cell) > 1 && !isRedis) {
      return Optional.of(Setting.CONSUMERS.given(cell) + " needs --store redis");
    }
    if (Setting.GETS.number(cell) > 0 && !isRedis) {
      return Optional.of(Setting.GETS.given(cell) + " needs --store redis");
    }
    if (Setting.ACK.is(cell, "auto") && !Setting.STORE.is(cell, "memory")) {
      return Optional.of("--ack auto loses lines, so it needs --store memory");
    }
    if (Setting.ACK.is(cell, "auto") && !Setting.PREFETCH.is(cell, Setting.AUTO)) {
      return Optional.of("--ack auto has no " + Setting.PREFETCH.given(cell));
    }
    if (Setting.DURABLE.is(cell, "off") && Setting.QUEUE.is(cell, "quorum")) {
      return Optional.of("--durable off has no --queue quorum");
    }
    return ofLoad(cell)
        .or(() -> missingCores(cell, allowedCores()))
        .or(() -> missingJar(cell))
        .or(() -> ofDesign(cell));
  }

  private static Optional<String> ofLoad(Cell cell) {
    boolean isBacklog = Setting.isBacklog(cell);
    DesignUnderTest design = DesignUnderTest.of(cell);
    if (isBacklog && !design.hasQueue()) {
      return refused(cell, Setting.LOAD, Setting.DESIGN);
    }
    if (isBacklog && Setting.CONSUMERS.number(cell) == 0) {
      return refused(cell, Setting.LOAD, Setting.CONSUMERS);
    }
    if (isBacklog && !Setting.RESTART.isStandard(cell)) {
      return refused(cell, Setting.LOAD, Setting.RESTART);
    }
    if (!design.takesManyLines() && !Setting.LINES_PER_REQUEST.isStandard(cell)) {
      return refused(cell, Setting.DESIGN, Setting.LINES_PER_REQUEST);
    }
    if (!Setting.isTimed(cell)) {
      return Optional.empty();
    }
    boolean several = Setting.SERVERS.number(cell) > 1 && Setting.BALANCER.isStandard(cell);
    return several
        ? Optional.of("--load wrk sends to one address: --servers needs --balancer")
        : firstGiven(NOT_WITH_WRK, cell, Setting.LOAD);
  }

  private static Optional<String> ofDesign(Cell cell) {
    DesignUnderTest design = DesignUnderTest.of(cell);
    if (design.hasOurServer()) {
      return Optional.empty();
    }
    if (Setting.CONSUMERS.number(cell) > 1) {
      return Optional.of(Setting.DESIGN.given(cell) + " has one consumer");
    }
    Set<Setting> excluded = EnumSet.copyOf(OF_OURS_ONLY);
    if (design.isReference()) {
      excluded.remove(Setting.CHANNELS);
    }
    return firstGiven(excluded, cell, Setting.DESIGN);
  }

  /** Refuses the first of some settings that is not as it is by default, because of {@code one}. */
  private static Optional<String> firstGiven(Set<Setting> excluded, Cell cell, Setting one) {
    return excluded.stream()
        .filter(setting -> !setting.isStandard(cell))
        .findFirst()
        .flatMap(setting -> refused(cell, one, setting));
  }

  private static Optional<String> refused(Cell cell, Setting one, Setting other) {
    return Optional.of(one.given(cell) + " has no " + other.given(cell));
  }

  /** Why the checkout of another build cannot be used; empty if the cell has none. */
  private static Optional<String> missingJar(Cell cell) {
    return DesignUnderTest.checkout(cell)
        .flatMap(root -> Jars.builtIn(root).missing(CellPrograms.modules(List.of(cell))))
        .map(why -> Setting.DESIGN.given(cell) + ": " + why);
  }

  /**
   * Why a machine does not have the CPUs of a cell, in one line; empty if it has.
   *
   * @param machine its CPUs, such as {@code 0-3,8}
   */
  static Optional<String> missingCores(Cell cell, String machine) {
    return CPUS.stream()
        .filter(setting -> !setting.isStandard(cell))
        .filter(setting -> !Setting.cores(machine).containsAll(Setting.cores(setting.of(cell))))
        .map(
            setting ->
                "%s, but there are only the cores %s".formatted(setting.given(cell), machine))
        .findFirst();
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
   * Why an experiment would be misread, in one line; empty if it would not. Where a factor's levels
   * are compared, each must have its effect in every cell, or a difference is not seen that is
   * there in others. A level that all cells have must have one in some cell, or it is a mistake.
   */
  public static Optional<String> refusal(Design design) {
    for (Setting setting : Setting.values()) {
      List<Cell> idle =
          design.cells().stream().filter(cell -> cause(setting, cell).isPresent()).toList();
      boolean everywhere = idle.size() == design.cells().size();
      for (Cell cell : idle) {
        boolean compared = !setting.of(cell).equals(setting.of(design.base()));
        if (compared || (everywhere && !setting.isStandard(cell))) {
          Setting cause = cause(setting, cell).orElseThrow();
          return Optional.of(
              "%s has no effect with %s".formatted(setting.given(cell), cause.given(cell)));
        }
      }
    }
    return Optional.empty();
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
