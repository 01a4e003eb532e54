package pipeline.lab.experiment.run;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import pipeline.lab.experiment.design.Cell;

/** Whose programs a cell runs: ours, and what they are measured against. */
enum Contender {
  OURS("ours", "server", "consumer"),
  /** A message a request, unconfirmed; its consumer acknowledges on delivery. */
  REFERENCE("reference", Modules.PEERS),
  REFERENCE_SAFE("reference-safe", Modules.PEERS),
  SPRING("spring", Modules.PEERS, "deploy/peers-spring"),
  SPRING_UNCONFIRMED("spring-unconfirmed", Modules.PEERS, "deploy/peers-spring"),
  /** Our group commit in its smallest form, with our consumer. */
  GROUPED("grouped", Modules.PEERS, "consumer"),
  GROUPED_BLOCKING("grouped-blocking", Modules.PEERS, "consumer"),
  GROUPED_CONNECTIONS("grouped-2-connections", Modules.PEERS, "consumer"),
  /** A servlet that reads the request and answers; nothing is published. */
  NOTHING("nothing", Modules.PEERS),
  /** A constant for every request, from a web server: for measuring what sends. */
  NGINX("nginx"),
  /** RabbitMQ's own consumer, which counts nothing. */
  PERF_TEST("perf-test", Modules.PEERS);

  /** Those whose settings are not our server's, but whose messages our consumer counts. */
  private static final Set<Contender> WITH_OUR_CONSUMER =
      Set.of(OURS, GROUPED, GROUPED_BLOCKING, GROUPED_CONNECTIONS);

  private final String spelled;

  /** Separated by commas. */
  private final String modules;

  /** A constant of its own, since those of the enum are not there yet when its values are made. */
  private static final class Modules {
    static final String PEERS = "deploy/peers";
  }

  Contender(String spelled, String... modules) {
    this.spelled = spelled;
    this.modules = String.join(",", modules);
  }

  /** As {@code --design} has them. */
  static String[] words() {
    return Arrays.stream(values()).map(each -> each.spelled).toArray(String[]::new);
  }

  /** Of a cell. */
  static Contender of(Cell cell) {
    String level = Setting.DESIGN.of(cell);
    return Arrays.stream(values())
        .filter(each -> each.spelled.equals(level))
        .findFirst()
        .orElseThrow();
  }

  /** The modules whose jars it needs. */
  List<String> modules() {
    return modules.isEmpty() ? List.of() : List.of(modules.split(","));
  }

  boolean hasOurConsumer() {
    return WITH_OUR_CONSUMER.contains(this);
  }

  /** Whether what is sent to it is published. */
  boolean hasQueue() {
    return this != NOTHING && this != NGINX;
  }

  /** Whether its consumer says what it has counted. */
  boolean counts() {
    return hasQueue() && this != PERF_TEST;
  }

  /** Whether its server takes several lines in a request. */
  boolean takesManyLines() {
    return this == OURS || this == NOTHING;
  }
}
