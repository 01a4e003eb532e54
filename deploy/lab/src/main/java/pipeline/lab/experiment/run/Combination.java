package pipeline.lab.experiment.run;

import java.util.List;
import java.util.Optional;
import pipeline.lab.experiment.design.Cell;
import pipeline.rig.Jars;

/** Levels of several settings that cannot be together. */
public final class Combination {
  private static final List<Setting> OF_OURS_ONLY =
      List.of(
          Setting.GETS,
          Setting.BALANCER,
          Setting.PREFETCH,
          Setting.STORE,
          Setting.QUEUE,
          Setting.PARTITIONS,
          Setting.PUBLISH,
          Setting.CHANNELS,
          Setting.BATCH_ENTRIES,
          Setting.SERVER_THREADS,
          Setting.JVM,
          Setting.CONFIRM,
          Setting.DELIVERY,
          Setting.DURABLE,
          Setting.ACK,
          Setting.RESTART);

  private Combination() {}

  /** Why a combination cannot be, in one line; empty if it can. */
  public static Optional<String> refusal(Cell cell) {
    if (Setting.CONSUMERS.number(cell) > 1 && !Setting.STORE.of(cell).equals("redis")) {
      return Optional.of(Setting.CONSUMERS.given(cell) + " needs --store redis");
    }
    if (Setting.GETS.number(cell) > 0 && !Setting.STORE.of(cell).equals("redis")) {
      return Optional.of(Setting.GETS.given(cell) + " needs --store redis");
    }
    if (Setting.ACK.of(cell).equals("auto") && !Setting.STORE.of(cell).equals("memory")) {
      return Optional.of("--ack auto loses lines, so it needs --store memory");
    }
    if (Setting.ACK.of(cell).equals("auto") && !Setting.PREFETCH.of(cell).equals(Setting.AUTO)) {
      return Optional.of("--ack auto has no " + Setting.PREFETCH.given(cell));
    }
    if (Setting.DURABLE.of(cell).equals("off") && Setting.QUEUE.of(cell).equals("quorum")) {
      return Optional.of("--durable off has no --queue quorum");
    }
    Optional<String> refused =
        LoadGenerator.refusal(cell).or(() -> Cores.refusal(cell)).or(() -> missingJar(cell));
    if (refused.isPresent() || DesignUnderTest.of(cell).hasOurServer()) {
      return refused;
    }
    if (Setting.CONSUMERS.number(cell) > 1) {
      return Optional.of(Setting.DESIGN.given(cell) + " has one consumer");
    }
    return OF_OURS_ONLY.stream()
        .filter(setting -> !setting.isStandard(cell))
        .filter(setting -> setting != Setting.CHANNELS || !DesignUnderTest.of(cell).isReference())
        .map(setting -> Setting.DESIGN.given(cell) + " has no " + setting.given(cell))
        .findFirst();
  }

  /** Why the checkout of another build cannot be used; empty if the cell has none. */
  private static Optional<String> missingJar(Cell cell) {
    return Setting.checkout(cell)
        .flatMap(root -> Jars.missing(root, CellPrograms.modules(List.of(cell))))
        .map(why -> Setting.DESIGN.given(cell) + ": " + why);
  }
}
