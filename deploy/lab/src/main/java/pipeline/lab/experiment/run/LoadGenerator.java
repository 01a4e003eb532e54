package pipeline.lab.experiment.run;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import pipeline.lab.experiment.design.Cell;

/** The program that sends the load of a launch, and the settings it works with. */
enum LoadGenerator {
  /** client.jar, which sends the whole input once, so that the counts can be checked. */
  CLIENT(4_000),
  /** wrk, for a number of seconds, which takes less CPU than a JVM. */
  WRK(10_000),
  /** No load generator: the queue holds the whole input before the consumers start. */
  BACKLOG(20_000);

  /** Lines a second of a pipeline with many lines a request, roughly. */
  private static final int MANY_LINES_A_SECOND = 100_000;

  /** How long an idle pipeline takes for one request or message, roughly. */
  private static final double SECONDS_OF_WORK = 0.001;

  private static final double NANOS_PER_SECOND = 1e9;

  private static final Set<DesignUnderTest> DRAIN_BACKLOGS =
      Set.of(DesignUnderTest.OURS, DesignUnderTest.REFERENCE, DesignUnderTest.REFERENCE_SAFE);

  /** Lines a second of a pipeline on two busy cores with a line a request, roughly. */
  private final int linesASecond;

  LoadGenerator(int linesASecond) {
    this.linesASecond = linesASecond;
  }

  /** The values of {@code --load}. */
  static String[] words() {
    return Arrays.stream(values()).map(LoadGenerator::spelled).toArray(String[]::new);
  }

  private String spelled() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The generator that a cell uses. */
  static LoadGenerator of(Cell cell) {
    return valueOf(Setting.LOAD.of(cell).toUpperCase(Locale.ROOT));
  }

  /** Whether the load ends after some seconds, and not with the input. */
  boolean isTimed() {
    return this == WRK;
  }

  /** How long the load on a cell lasts, roughly; see {@link Setting#sending}. */
  Duration sending(Cell cell, long lines, int seconds, long warmUp) {
    int each = Setting.LINES_PER_REQUEST.number(cell);
    double busy = each == 1 ? linesASecond : MANY_LINES_A_SECOND;
    double rate = this == BACKLOG ? busy : Math.min(busy, mostByWaiting(cell));
    double sent = isTimed() ? seconds + warmUp * each / rate : (lines + warmUp) / rate;
    return Duration.ofMillis(Math.round(sent * 1_000));
  }

  /**
   * The most lines a second of programs that wait for answers: by Little's law, the lines in flight
   * divided by the time that each is in flight, with the confirm's where the server waits for it.
   */
  private static double mostByWaiting(Cell cell) {
    boolean confirmed =
        DesignUnderTest.of(cell).waitsForBroker() && Setting.CONFIRM.isStandard(cell);
    double broker = confirmed ? roundTrip(Setting.DELAY_BROKER, cell) : 0;
    double client = roundTrip(Setting.DELAY_CLIENT, cell);
    int sent = Setting.THREADS.number(cell) * Setting.LINES_PER_REQUEST.number(cell);
    return sent / (SECONDS_OF_WORK + client + broker);
  }

  /** Seconds that a delay adds to a round trip. */
  private static double roundTrip(Setting delay, Cell cell) {
    return Delays.flow(delay.of(cell))
        .map(flow -> flow.delay().multipliedBy(2))
        .map(both -> both.toNanos() / NANOS_PER_SECOND)
        .orElse(0.0);
  }

  /** Why the cell's settings cannot be combined, in one line; empty if they can. */
  static Optional<String> refusal(Cell cell) {
    LoadGenerator generator = of(cell);
    DesignUnderTest design = DesignUnderTest.of(cell);
    if (generator == BACKLOG && !DRAIN_BACKLOGS.contains(design)) {
      return refused(cell, Setting.LOAD, Setting.DESIGN);
    }
    if (!design.takesManyLines() && !Setting.LINES_PER_REQUEST.isStandard(cell)) {
      return refused(cell, Setting.DESIGN, Setting.LINES_PER_REQUEST);
    }
    for (Setting setting : generator.excluded()) {
      if (!setting.isStandard(cell)) {
        return refused(cell, Setting.LOAD, setting);
      }
    }
    if (generator == BACKLOG && Setting.CONSUMERS.number(cell) == 0) {
      return refused(cell, Setting.LOAD, Setting.CONSUMERS);
    }
    boolean several = Setting.SERVERS.number(cell) > 1 && Setting.BALANCER.isStandard(cell);
    return generator.isTimed() && several
        ? Optional.of(
            "--load %s sends to one address: --servers needs --balancer"
                .formatted(generator.spelled()))
        : Optional.empty();
  }

  /**
   * The settings that have no effect with this load generator. A backlog comes from no server; its
   * messages are persistent and in a durable classic queue.
   */
  private List<Setting> excluded() {
    return switch (this) {
      case CLIENT -> List.of();
      case BACKLOG ->
          List.of(
              Setting.FIRST_PHASE,
              Setting.CSV,
              Setting.GETS,
              Setting.RESTART,
              Setting.BALANCER,
              Setting.QUEUE,
              Setting.PARTITIONS,
              Setting.DURABLE,
              Setting.DELIVERY);
      case WRK -> List.of(Setting.FIRST_PHASE, Setting.CSV, Setting.GETS, Setting.RESTART);
    };
  }

  private static Optional<String> refused(Cell cell, Setting one, Setting other) {
    return Optional.of(one.given(cell) + " has no " + other.given(cell));
  }
}
