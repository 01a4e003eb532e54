package pipeline.lab.experiment.run;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Design;

/** Levels that no program of their cell looks at. */
public final class NoEffect {
  /** The settings without effect where nothing is sent to a server. */
  private static final Set<Setting> WITHOUT_SENDING =
      Set.of(
          Setting.THREADS,
          Setting.SERVERS,
          Setting.PUBLISH,
          Setting.CHANNELS,
          Setting.BATCH_ENTRIES,
          Setting.SERVER_THREADS,
          Setting.CONFIRM,
          Setting.DELAY_CLIENT,
          Setting.DELAY_BROKER,
          Setting.CPUS_CLIENT,
          Setting.CPUS_SERVER);

  /** The settings without effect where nothing consumes. */
  private static final Set<Setting> WITHOUT_CONSUMERS =
      Set.of(
          Setting.CONSUMER_THREADS,
          Setting.PREFETCH,
          Setting.STORE,
          Setting.ACK,
          Setting.DELAY_CONSUMER,
          Setting.CPUS_CONSUMER);

  /** The settings without effect where nothing is published either. */
  private static final Set<Setting> WITHOUT_QUEUE = Set.of(Setting.CONSUMERS, Setting.DELAY_BROKER);

  private NoEffect() {}

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
    DesignUnderTest design = DesignUnderTest.of(cell);
    boolean ofConsumers = WITHOUT_CONSUMERS.contains(setting);
    if (LoadGenerator.of(cell) == LoadGenerator.BACKLOG && WITHOUT_SENDING.contains(setting)) {
      return Optional.of(Setting.LOAD);
    }
    if (!design.hasQueue() && (ofConsumers || WITHOUT_QUEUE.contains(setting))) {
      return Optional.of(Setting.DESIGN);
    }
    // reads go through the servers
    boolean isRead = setting == Setting.STORE && Setting.GETS.number(cell) > 0;
    if (ofConsumers && !isRead && Setting.CONSUMERS.number(cell) == 0) {
      return Optional.of(Setting.CONSUMERS);
    }
    return setting == Setting.BATCH_ENTRIES && !Setting.PUBLISH.isStandard(cell)
        ? Optional.of(Setting.PUBLISH)
        : Optional.empty();
  }
}
