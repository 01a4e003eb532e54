package pipeline.lab.experiment.run;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.run.Input.Kind;
import pipeline.lab.system.Jars;

/** Whose programs a cell runs: ours, and what they are measured against. */
enum Contender {
  OURS("ours"),
  /** Ours, but its server is server.war in a stock Tomcat. */
  WAR("war"),
  /** Ours with {@code DESIGN=reference}; its consumer acknowledges on delivery. */
  REFERENCE("reference"),
  REFERENCE_SAFE("reference-safe"),
  SPRING("spring"),
  SPRING_UNCONFIRMED("spring-unconfirmed"),
  SPRING_NOTHING("spring-nothing"),
  /** Servlets that read the request and answer; nothing is published. */
  NOTHING("nothing"),
  /** A constant for every request, from a web server: for measuring what sends. */
  NGINX("nginx");

  /** Those with no path for lift rides. */
  private static final Set<Contender> FOR_LINES_ONLY = Set.of(REFERENCE, REFERENCE_SAFE);

  private static final String OTHER_BUILD = "ours@";

  private static final Set<Contender> WITHOUT_QUEUE = Set.of(NOTHING, SPRING_NOTHING, NGINX);

  /** Those that answer without waiting for the broker. */
  private static final Set<Contender> UNCONFIRMED =
      Set.of(REFERENCE, SPRING_UNCONFIRMED, SPRING_NOTHING, NOTHING, NGINX);

  private final String spelled;

  Contender(String spelled) {
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

  /** The contender of a cell. */
  static Contender of(Cell cell) {
    String level = Setting.DESIGN.of(cell);
    if (checkout(level).isPresent()) {
      return OURS;
    }
    return Arrays.stream(values())
        .filter(each -> each.spelled.equals(level))
        .findFirst()
        .orElseThrow();
  }

  /** The modules whose jars it needs. */
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

  /** Whether its server is ours in the exact design, which has all settings. */
  boolean hasOurServer() {
    return this == OURS || this == WAR;
  }

  /** Whether its server is that of the reference design, whose pool's size is a setting too. */
  boolean isReference() {
    return this == REFERENCE || this == REFERENCE_SAFE;
  }

  /** Whether what is sent to it is published. */
  boolean hasQueue() {
    return !WITHOUT_QUEUE.contains(this);
  }

  /** Whether it answers when the broker has confirmed; ours can be told not to. */
  boolean waitsForBroker() {
    return !UNCONFIRMED.contains(this);
  }

  /** Whether its server takes such requests. */
  boolean takes(Kind kind) {
    return switch (kind) {
      case WORDCOUNT -> true;
      case LIFT_RIDES -> !FOR_LINES_ONLY.contains(this);
      case SWIPES -> hasOurServer();
    };
  }

  /** Whether its server takes several lines in a request. */
  boolean takesManyLines() {
    return hasOurServer() || this == NOTHING;
  }
}
