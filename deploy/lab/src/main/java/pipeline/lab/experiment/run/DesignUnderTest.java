package pipeline.lab.experiment.run;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import pipeline.lab.experiment.design.Cell;
import pipeline.rig.Jars;
import pipeline.wire.workload.Workload;

/** The design under test: whose programs a cell runs, ours or those that they are compared with. */
enum DesignUnderTest {
  OURS("ours"),
  /** Our programs, but with server.war in a stock Tomcat. */
  WAR("war"),
  /** Our programs with {@code DESIGN=reference}; the consumer acknowledges on delivery. */
  REFERENCE("reference"),
  REFERENCE_SAFE("reference-safe"),
  SPRING("spring"),
  SPRING_UNCONFIRMED("spring-unconfirmed"),
  SPRING_NOTHING("spring-nothing"),
  /** Servlets that read the request and answer; nothing is published. */
  NOTHING("nothing"),
  /** A web server that answers every request with a constant, to measure load generators. */
  NGINX("nginx");

  /** The designs without a path for lift rides. */
  private static final Set<DesignUnderTest> FOR_LINES_ONLY = Set.of(REFERENCE, REFERENCE_SAFE);

  private static final String OTHER_BUILD = "ours@";

  private static final Set<DesignUnderTest> WITHOUT_QUEUE = Set.of(NOTHING, SPRING_NOTHING, NGINX);

  /** The designs whose servers answer without waiting for the broker. */
  private static final Set<DesignUnderTest> UNCONFIRMED =
      Set.of(REFERENCE, SPRING_UNCONFIRMED, SPRING_NOTHING, NOTHING, NGINX);

  private final String spelled;

  DesignUnderTest(String spelled) {
    this.spelled = spelled;
  }

  /** The values of {@code --design}. */
  static String[] words() {
    return Arrays.stream(values()).map(each -> each.spelled).toArray(String[]::new);
  }

  /** The other checkout whose programs are ours, of a level such as {@code ours@DIR}. */
  static Optional<Path> checkout(String level) {
    return level.startsWith(OTHER_BUILD) && level.length() > OTHER_BUILD.length()
        ? Optional.of(Path.of(level.substring(OTHER_BUILD.length())))
        : Optional.empty();
  }

  /** The design of a cell. */
  static DesignUnderTest of(Cell cell) {
    String level = Setting.DESIGN.of(cell);
    if (checkout(level).isPresent()) {
      return OURS;
    }
    return Arrays.stream(values())
        .filter(each -> each.spelled.equals(level))
        .findFirst()
        .orElseThrow();
  }

  /** The modules whose jars the design needs. */
  List<String> modules() {
    return switch (this) {
      case OURS, REFERENCE, REFERENCE_SAFE -> List.of("server", "consumer");
      case WAR -> List.of(Jars.WAR, "consumer");
      case NOTHING -> List.of("deploy/peers");
      case SPRING, SPRING_UNCONFIRMED -> List.of("deploy/peers-spring", "consumer");
      case SPRING_NOTHING -> List.of("deploy/peers-spring");
      case NGINX -> List.of();
    };
  }

  /** Whether the server is ours in the exact design, which has all settings. */
  boolean hasOurServer() {
    return this == OURS || this == WAR;
  }

  /** Whether the server is that of the reference design, whose pool has a size to set too. */
  boolean isReference() {
    return this == REFERENCE || this == REFERENCE_SAFE;
  }

  /** Whether the server publishes what is sent to it. */
  boolean hasQueue() {
    return !WITHOUT_QUEUE.contains(this);
  }

  /** Whether the server answers when the broker has confirmed; ours can be told not to. */
  boolean waitsForBroker() {
    return !UNCONFIRMED.contains(this);
  }

  /** Whether the server takes requests of this kind. */
  boolean takes(Workload kind) {
    return switch (kind) {
      case WORDCOUNT -> true;
      case LIFT_RIDES -> !FOR_LINES_ONLY.contains(this);
      case SWIPES -> hasOurServer();
    };
  }

  /** Whether the server takes several lines in a request. */
  boolean takesManyLines() {
    return hasOurServer() || this == NOTHING;
  }
}
