package pipeline.lab.experiment.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import pipeline.lab.experiment.analysis.Cell;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.Workload;

/** The design under test: whose programs a cell runs, ours or those that they are compared with. */
public enum DesignUnderTest {
  OURS("server consumer"),
  /** Our programs with {@code DESIGN=reference}; the consumer acknowledges on delivery. */
  REFERENCE("server consumer"),
  REFERENCE_SAFE("server consumer"),
  SPRING("deploy/peers-spring consumer"),
  SPRING_UNCONFIRMED("deploy/peers-spring consumer"),
  SPRING_NOTHING("deploy/peers-spring"),
  /** Servlets that read the request and answer; nothing is published. */
  NOTHING("deploy/peers");

  private static final String OTHER_BUILD = "ours@";

  /** The modules whose jars the design needs, separated by spaces. */
  private final String modules;

  DesignUnderTest(String modules) {
    this.modules = modules;
  }

  /** Whether a text is a value of {@code --design}. */
  static boolean isOne(String level) {
    return Settings.constant(DesignUnderTest.class, level).isPresent()
        || checkout(level).isPresent();
  }

  /** The other checkout whose programs are ours, of a level such as {@code ours@DIR}. */
  static Optional<Path> checkout(String level) {
    return level.startsWith(OTHER_BUILD) && level.length() > OTHER_BUILD.length()
        ? Optional.of(Path.of(level.substring(OTHER_BUILD.length())))
        : Optional.empty();
  }

  /** The other checkout whose programs a cell runs; empty for those of this one. */
  public static Optional<Path> checkout(Cell cell) {
    return checkout(Setting.DESIGN.of(cell));
  }

  /** The design of a cell. */
  public static DesignUnderTest of(Cell cell) {
    return checkout(cell).isPresent()
        ? OURS
        : Settings.constant(DesignUnderTest.class, Setting.DESIGN.of(cell)).orElseThrow();
  }

  /** The modules whose jars the design needs. */
  List<String> modules() {
    return List.of(modules.split(" ", -1));
  }

  /** Whether the server is ours in the exact design, which has all settings. */
  boolean hasOurServer() {
    return this == OURS;
  }

  /** Whether the server is that of the reference design, whose pool has a size to set too. */
  boolean isReference() {
    return this == REFERENCE || this == REFERENCE_SAFE;
  }

  /** Whether the server publishes what is sent to it. */
  boolean hasQueue() {
    return this != NOTHING && this != SPRING_NOTHING;
  }

  /** Whether the design takes requests of this kind, and counts what it publishes of them. */
  boolean takes(Workload kind) {
    return switch (kind) {
      case WORDCOUNT -> true;
      case LIFT_RIDES -> hasOurServer() || !hasQueue();
      case SWIPES -> hasOurServer();
    };
  }

  /** Whether the server takes several lines in a request. */
  boolean takesManyLines() {
    return hasOurServer() || this == NOTHING;
  }
}
