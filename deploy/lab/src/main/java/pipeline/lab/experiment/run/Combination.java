package pipeline.lab.experiment.run;

import java.util.List;
import java.util.Optional;
import pipeline.lab.experiment.design.Cell;

/** Levels of several settings that cannot be together. */
public final class Combination {
  private static final List<Setting> OF_OURS_ONLY =
      List.of(
          Setting.GETS,
          Setting.BALANCER,
          Setting.PREFETCH,
          Setting.STORE,
          Setting.QUEUE,
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
    if (Setting.restartsBroker(cell) && !Setting.CPUS_BROKER.isStandard(cell)) {
      return Optional.of("--restart broker has no " + Setting.CPUS_BROKER.given(cell));
    }
    if (Setting.CPUS_BROKER.of(cell).startsWith("core")) {
      return Optional.of("--cpus broker is a share: it has begun before the launch");
    }
    Optional<String> refused = LoadGenerator.refusal(cell);
    if (refused.isPresent() || Contender.of(cell).hasOurServer()) {
      return refused;
    }
    if (Setting.CONSUMERS.number(cell) > 1) {
      return Optional.of(Setting.DESIGN.given(cell) + " has one consumer");
    }
    return OF_OURS_ONLY.stream()
        .filter(setting -> !setting.isStandard(cell))
        .map(setting -> Setting.DESIGN.given(cell) + " has no " + setting.given(cell))
        .findFirst();
  }

  /** Why a combination cannot be launched on this machine, in one line; empty if it can. */
  public static Optional<String> unavailable(Cell cell) {
    return CpuLimits.refusal(cell);
  }
}
