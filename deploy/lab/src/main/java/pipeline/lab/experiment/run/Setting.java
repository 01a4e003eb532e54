package pipeline.lab.experiment.run;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.lang3.Validate;
import pipeline.lab.experiment.analysis.Cell;
import pipeline.testkit.proxy.Flow;
import pipeline.wire.settings.Settings;

/** What an experiment can vary, each an option of the same name. */
public enum Setting {
  THREADS("32", 1, 1_024, "client threads, each with a request in flight"),
  FIRST_PHASE(
      "none",
      "what begins: none, or 32 threads of 200 or 1000 requests",
      "none",
      "32x200",
      "32x1000"),
  CSV("off", "whether the client writes a row for each request", "off", "on"),
  GETS("0", 0, 1_000, "reads a second beside the load; they need --store redis"),
  LOAD(
      "client",
      "what sends: client.jar, or wrk for --seconds; or client.jar a backlog, to consumers that"
          + " stand still and are measured when they go on",
      "client",
      "wrk",
      "backlog"),
  LINES_PER_REQUEST("1", 1, 10_000, "lines of each request"),
  SERVERS("1", 1, 8, "server processes"),
  BALANCER(
      "none", "HAProxy before the servers: by requests or by connections", "none", "http", "tcp"),
  CONSUMERS(
      "1", 0, 8, "consumer processes; several need --store redis; 0 with a load of --seconds"),
  CONSUMER_THREADS("2", 1, 2_000, "threads and channels of each consumer"),
  PREFETCH(Setting.AUTO, 1, 65_535, "unacked messages a channel of a consumer"),
  STORE("file", "where the counts are kept", "file", "memory", "redis"),
  QUEUE("classic", "type of the queue", "classic", "quorum"),
  PARTITIONS("1", 1, 64, "queues that share the lines, blocks of 65,536 in turn"),
  PUBLISH("group", "messages of many requests, or one a request", "group", "per-request"),
  CHANNELS(Setting.AUTO, 1, 200, "pooled channels of each server"),
  SERVER_THREADS(Setting.AUTO, 2, 2_000, "threads for requests of each server"),
  JVM(
      "flags of the JVMs of servers and consumers",
      "such as '-Xmx128m -XX:+UseSerialGC'",
      level -> level.matches("-X\\S+( -X\\S+)*")),
  CONFIRM("on", "whether 200 waits for the broker's confirm", "on", "none"),
  DELIVERY("persistent", "whether messages go to the disk", "persistent", "transient"),
  DURABLE("on", "whether the queue outlives a restart of the broker", "on", "off"),
  ACK(
      "manual",
      "acks after the commit, or none; auto needs --store memory and no --prefetch",
      "manual",
      "auto"),
  RESTART(
      "none",
      "of the broker, when all is sent to consumers that stand still: what is left to them",
      "none",
      "broker"),
  DESIGN(
      "ours",
      "whose programs, ours@DIR for those of another checkout",
      Settings.spelled(DesignUnderTest.class, ", "),
      DesignUnderTest::isOne),
  DELAY_CLIENT("one way between client and server", Setting.DELAYS, Setting::isDelay),
  DELAY_BROKER("one way between server and broker", Setting.DELAYS, Setting::isDelay),
  DELAY_CONSUMER("one way between consumer and broker", Setting.DELAYS, Setting::isDelay),
  CPUS_CLIENT("CPUs of the client", Setting.CORES, Setting::isCores),
  CPUS_SERVER("CPUs of each server", Setting.CORES, Setting::isCores),
  CPUS_CONSUMER("CPUs of each consumer", Setting.CORES, Setting::isCores);

  /** The level that leaves a setting out. */
  static final String NONE = "none";

  /** The level that leaves a setting to the program's default. */
  static final String AUTO = "auto";

  private static final String DELAYS = "0 to 200 ms such as 12ms";
  private static final String CORES = "core0 or core0-1";

  /**
   * The longest delay: with a longer one, a consumer could be idle while messages are under way.
   */
  private static final double MOST_MILLIS = 200;

  private static final double NANOS_PER_MILLI = 1e6;

  private final String standard;
  private final String meaning;

  /** The levels in words. */
  private final String possible;

  @SuppressWarnings("ImmutableEnumChecker") // it holds nothing that changes
  private final Predicate<String> isLevel;

  Setting(String standard, int least, int most, String meaning) {
    this(
        standard,
        meaning,
        (standard.equals(AUTO) ? "auto or " : "") + least + " to " + most,
        level -> level.equals(standard) || isNumber(level, least, most));
  }

  Setting(String standard, String meaning, String... words) {
    this(standard, meaning, String.join(", ", words), List.of(words)::contains);
  }

  Setting(String meaning, String possible, Predicate<String> isLevel) {
    this(NONE, meaning, "none or " + possible, level -> level.equals(NONE) || isLevel.test(level));
  }

  Setting(String standard, String meaning, String possible, Predicate<String> isLevel) {
    this.standard = standard;
    this.meaning = meaning;
    this.possible = possible;
    this.isLevel = isLevel;
  }

  /** The option's name, without dashes. */
  public String spelled() {
    return Settings.spelled(this);
  }

  /** The default level. */
  public String standard() {
    return standard;
  }

  /** The text for the help: the meaning, the levels and the default. */
  public String help() {
    return meaning + ": " + possible + " (" + standard + ")";
  }

  /** This setting's level in a cell. */
  public String of(Cell cell) {
    return cell.level(spelled());
  }

  boolean is(Cell cell, String level) {
    return of(cell).equals(level);
  }

  /** Whether a cell has the default level of this setting. */
  public boolean isStandard(Cell cell) {
    return is(cell, standard);
  }

  /** This setting's level in a cell, which must be a number. */
  public int number(Cell cell) {
    return Integer.parseInt(of(cell));
  }

  /** Whether the load on a cell ends after some seconds, and not with the input. */
  public static boolean isTimed(Cell cell) {
    return LOAD.is(cell, "wrk");
  }

  /** Whether the queue of a cell holds the whole input before its consumers begin. */
  static boolean isBacklog(Cell cell) {
    return LOAD.is(cell, "backlog");
  }

  /** A cell's level as on a command line, such as {@code --cpus-server core0}. */
  String given(Cell cell) {
    return "--" + spelled() + " " + of(cell);
  }

  /**
   * The settings of these names, such as {@code "gets delay-client"}, in the order of this enum.
   */
  static Set<Setting> named(String names) {
    List<String> all = List.of(names.split(" ", -1));
    return Arrays.stream(values())
        .filter(setting -> all.contains(setting.spelled()))
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Setting.class)));
  }

  /**
   * What a delay does to each direction, given as {@code 12ms}.
   *
   * @return empty if it is no delay
   */
  public static Optional<Flow> delay(String level) {
    if (!level.matches("\\d{1,3}(\\.\\d+)?ms")) {
      return Optional.empty();
    }
    double millis = Double.parseDouble(level.replace("ms", ""));
    return millis > MOST_MILLIS
        ? Optional.empty()
        : Optional.of(
            Flow.delayed(Duration.ofNanos(Math.round(millis * NANOS_PER_MILLI)), Duration.ZERO));
  }

  /**
   * The CPUs in a list such as {@code 0-3,8}, or in a level such as {@code core0-1}; a range that
   * runs backwards has none.
   */
  static Set<Integer> cores(String list) {
    return Stream.of(list.replace("core", "").split(",", -1))
        .map(range -> range.split("-", -1))
        .flatMapToInt(
            ends ->
                IntStream.rangeClosed(
                    Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1])))
        .boxed()
        .collect(Collectors.toSet());
  }

  private static boolean isDelay(String level) {
    return delay(level).isPresent();
  }

  private static boolean isCores(String level) {
    return level.matches("core\\d{1,2}(-\\d{1,2})?") && !cores(level).isEmpty();
  }

  private static boolean isNumber(String level, int least, int most) {
    return level.matches("0|[1-9]\\d{0,5}")
        && Integer.parseInt(level) >= least
        && Integer.parseInt(level) <= most;
  }

  /**
   * Checks that a text can be a level of this setting.
   *
   * @throws IllegalArgumentException it cannot, in one line
   */
  public void check(String level) {
    boolean isOne = isLevel.test(level);
    Validate.isTrue(isOne, "--%s is '%s', but may be %s", spelled(), level, possible);
  }
}
