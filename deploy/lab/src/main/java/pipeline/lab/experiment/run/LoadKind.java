package pipeline.lab.experiment.run;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import pipeline.lab.experiment.design.Cell;

/** What sends in a launch. */
enum LoadKind {
  /** client.jar sends the whole input once: its counts are known. */
  CLIENT(4_000),
  /** For some seconds, by a program that costs less than a JVM; so do those below. */
  WRK(10_000),
  HEY(10_000),
  AB(10_000),
  /** client.jar, measured once its JVM has warmed up. */
  WARM_CLIENT(10_000),
  /** Nobody: the input waits in the queue as messages when the consumers begin. */
  BACKLOG(20_000);

  /** Of many lines a request. */
  private static final int MANY_LINES_A_SECOND = 100_000;

  /** Of all programs on one request or message, when they have nothing else to do, roughly. */
  private static final double SECONDS_OF_WORK = 0.001;

  private static final double NANOS_PER_SECOND = 1e9;

  /** Those that say how many were answered, but not which: only nginx has nothing to count. */
  private static final Set<LoadKind> AGAINST_NGINX = Set.of(HEY, AB, WARM_CLIENT);

  private static final Set<Contender> DRAIN_BACKLOGS =
      Set.of(Contender.OURS, Contender.REFERENCE, Contender.REFERENCE_SAFE, Contender.PERF_TEST);

  /** What two busy cores take of it, roughly, with a line a request. */
  private final int linesASecond;

  LoadKind(int linesASecond) {
    this.linesASecond = linesASecond;
  }

  /** As {@code --load} has them. */
  static String[] words() {
    return Arrays.stream(values()).map(LoadKind::spelled).toArray(String[]::new);
  }

  private String spelled() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Of a cell. */
  static LoadKind of(Cell cell) {
    return valueOf(Setting.LOAD.of(cell).toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** Whether it ends after some seconds, and not with the input. */
  boolean isTimed() {
    return this != CLIENT && this != BACKLOG;
  }

  /** How long a cell with this load is sent to, as {@link Setting#sending} says. */
  Duration sending(Cell cell, long lines, int seconds, long warmUp) {
    int each = Setting.LINES_PER_REQUEST.number(cell);
    double busy = each == 1 ? linesASecond : MANY_LINES_A_SECOND;
    double rate = this == BACKLOG ? busy : Math.min(busy, mostByWaiting(cell));
    double sent = isTimed() ? seconds + warmUp * each / rate : (lines + warmUp) / rate;
    double all = this == WARM_CLIENT ? TimedSender.JVM_SECONDS + sent : sent;
    return Duration.ofMillis(Math.round(all * 1_000));
  }

  /**
   * Lines a second that programs reach at most that wait for answers. By Little's law it is the
   * lines on their way at once over how long they are: from the client, and again, where our
   * servers wait for confirms, from those to the broker.
   */
  private static double mostByWaiting(Cell cell) {
    Contender contender = Contender.of(cell);
    boolean confirmed = contender.waitsForBroker() && Setting.CONFIRM.isStandard(cell);
    double broker = confirmed ? roundTrip(Setting.DELAY_BROKER, cell) : 0;
    double client = roundTrip(Setting.DELAY_CLIENT, cell);
    int sent = Setting.THREADS.number(cell) * Setting.LINES_PER_REQUEST.number(cell);
    double most = sent / (SECONDS_OF_WORK + client + broker);
    return confirmed && contender.hasOurServer()
        ? Math.min(most, atBroker(cell) / (SECONDS_OF_WORK + broker))
        : most;
  }

  /** Lines that servers of ours have at the broker at once, at most: a message on each channel. */
  private static double atBroker(Cell cell) {
    boolean alone = !Setting.PUBLISH.isStandard(cell);
    double channels = Setting.CHANNELS.number(cell, alone ? 32 : 1);
    double requests = Setting.BATCH_ENTRIES.number(cell, 1_000);
    double lines = alone ? 1 : requests * Setting.LINES_PER_REQUEST.number(cell);
    return Setting.SERVERS.number(cell) * channels * lines;
  }

  /** Seconds of a delay there and back. */
  private static double roundTrip(Setting delay, Cell cell) {
    return Hops.flow(delay.of(cell))
        .map(flow -> flow.delay().multipliedBy(2).plus(flow.jitter()))
        .map(both -> both.toNanos() / NANOS_PER_SECOND)
        .orElse(0.0);
  }

  /** Why a combination cannot be, in one line; empty if it can. */
  static Optional<String> refusal(Cell cell) {
    LoadKind load = of(cell);
    Contender contender = Contender.of(cell);
    if (AGAINST_NGINX.contains(load) && contender != Contender.NGINX) {
      return Optional.of("--load %s needs --design nginx".formatted(load.spelled()));
    }
    if ((contender == Contender.PERF_TEST && load != BACKLOG)
        || (load == BACKLOG && !DRAIN_BACKLOGS.contains(contender))) {
      return refused(cell, Setting.LOAD, Setting.DESIGN);
    }
    boolean many =
        contender.takesManyLines() || (load == BACKLOG && contender == Contender.PERF_TEST);
    if (!many && !Setting.LINES_PER_REQUEST.isStandard(cell)) {
      return refused(cell, Setting.DESIGN, Setting.LINES_PER_REQUEST);
    }
    for (Setting setting : load.excluded()) {
      if (!setting.isStandard(cell)) {
        return refused(cell, Setting.LOAD, setting);
      }
    }
    if (load == BACKLOG && Setting.CONSUMERS.number(cell) == 0) {
      return refused(cell, Setting.LOAD, Setting.CONSUMERS);
    }
    boolean several = Setting.SERVERS.number(cell) > 1 && Setting.BALANCER.isStandard(cell);
    return load.isTimed() && several
        ? Optional.of(
            "--load %s sends to one address: --servers needs --balancer".formatted(load.spelled()))
        : Optional.empty();
  }

  /**
   * What it has not. A backlog comes from no server, and is published for the disk, to a durable
   * classic queue.
   */
  private List<Setting> excluded() {
    return switch (this) {
      case CLIENT -> List.of();
      case BACKLOG ->
          List.of(
              Setting.FIRST_PHASE,
              Setting.GETS,
              Setting.RESTART,
              Setting.BALANCER,
              Setting.QUEUE,
              Setting.DURABLE,
              Setting.DELIVERY);
      default -> List.of(Setting.FIRST_PHASE, Setting.GETS, Setting.RESTART);
    };
  }

  private static Optional<String> refused(Cell cell, Setting one, Setting other) {
    return Optional.of(one.given(cell) + " has no " + other.given(cell));
  }
}
