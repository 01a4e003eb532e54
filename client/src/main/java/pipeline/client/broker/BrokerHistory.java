package pipeline.client.broker;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import pipeline.client.load.QueueDepth;
import pipeline.client.load.StepResult;

/** The answers of a broker during a run, a few hundred bytes a second. Thread-safe. */
public final class BrokerHistory {
  private static final double MILLIS_PER_SECOND = 1e3;

  /**
   * How much newer than the sample before a repeated one must be to tell that nothing was counted:
   * half the time between two refreshes by RabbitMQ's default, since it is dated one back.
   */
  private static final long MOST_REPEATED_MILLIS = 2_500;

  /**
   * A broker's figures at one moment of the run.
   *
   * @param atNanos when it was asked, on the run's monotonic clock
   * @param reading what it said; it can repeat a sample
   * @param rates a second, over the time since the counter's sample before
   */
  public record Point(long atNanos, BrokerReading reading, Map<BrokerCounter, Double> rates) {
    boolean isGap() {
      return reading.equals(BrokerReading.NOTHING);
    }
  }

  private final List<Point> points = new ArrayList<>();

  /** The samples that told the latest rates, or the first ones. */
  private final Map<BrokerCounter, BrokerReading.Count> counted =
      new EnumMap<>(BrokerCounter.class);

  private Optional<String> source = Optional.empty();
  private Optional<String> failure = Optional.empty();
  private long staleNanos;

  /**
   * Adds an answer.
   *
   * @param staleMillis how old a gauge can be when it is read
   */
  public synchronized void add(long nanos, BrokerReading reading, String from, long staleMillis) {
    source = Optional.of(from);
    staleNanos = TimeUnit.MILLISECONDS.toNanos(staleMillis);
    Map<BrokerCounter, Double> newRates = new EnumMap<>(BrokerCounter.class);
    reading
        .counters()
        .forEach(
            (counter, count) ->
                rate(counter, count).ifPresent(rate -> newRates.put(counter, rate)));
    points.add(new Point(nanos, reading, newRates));
  }

  /**
   * The rate of a counter over the time in which the broker counted; empty while nothing new is
   * known. A repeated value is a rate of zero only after it has been the same for clearly longer
   * than a refresh takes. A counter that fell was reset when its broker restarted.
   */
  private OptionalDouble rate(BrokerCounter counter, BrokerReading.Count now) {
    BrokerReading.Count before = counted.get(counter);
    if (before == null || now.value() < before.value()) {
      counted.put(counter, now);
      return OptionalDouble.empty();
    }
    long difference = now.value() - before.value();
    long elapsed = now.atMillis() - before.atMillis();
    if (elapsed <= 0 || (difference == 0 && elapsed <= MOST_REPEATED_MILLIS)) {
      return OptionalDouble.empty();
    }
    counted.put(counter, now);
    return OptionalDouble.of(difference * MILLIS_PER_SECOND / elapsed);
  }

  /** Adds a question without an answer: a gap, not a zero. */
  public synchronized void addFailure(long nanos, String reason) {
    failure = Optional.of(reason);
    points.add(new Point(nanos, BrokerReading.NOTHING, Map.of()));
  }

  /**
   * The number of messages that wait or are being delivered, or more: a broker's figures can be
   * some seconds old, so this is the most that it told within that time, dated to a moment as old
   * as its last answer can be. Empty if a question within that time had no answer.
   */
  synchronized Optional<QueueDepth.Depth> waiting(long nowNanos) {
    OptionalLong most = OptionalLong.empty();
    for (int i = points.size() - 1; i >= 0; i--) {
      Point point = points.get(i);
      if (most.isPresent() && nowNanos - point.atNanos() > staleNanos) {
        break;
      }
      OptionalLong ready = point.reading().ready();
      if (ready.isEmpty()) {
        return Optional.empty();
      }
      long waiting = ready.getAsLong() + point.reading().unacked().orElse(0);
      most = OptionalLong.of(Math.max(most.orElse(0), waiting));
    }
    return most.isPresent()
        ? Optional.of(
            new QueueDepth.Depth(
                most.getAsLong(), points.get(points.size() - 1).atNanos() - staleNanos))
        : Optional.empty();
  }

  public synchronized List<Point> points() {
    return List.copyOf(points);
  }

  /** The source that answered last, as text for people; empty if none ever did. */
  public synchronized Optional<String> source() {
    return source;
  }

  /** The reason why the last question without an answer had none. */
  public synchronized Optional<String> failure() {
    return failure;
  }

  /** The broker's figures of each step; empty if it never answered. */
  public synchronized List<BrokerStep> bySteps(List<StepResult> steps) {
    List<BrokerStep> told = new ArrayList<>();
    for (int i = 0; source.isPresent() && i < steps.size(); i++) {
      OptionalLong next =
          i + 1 < steps.size()
              ? OptionalLong.of(steps.get(i + 1).startNanos())
              : OptionalLong.empty();
      told.add(during(steps.get(i), next));
    }
    return told;
  }

  /**
   * The broker's figures of a step's measured part. They can be read as late as they can be old,
   * but not when the next step has begun.
   */
  private BrokerStep during(StepResult step, OptionalLong nextStartNanos) {
    long from = step.plan().measuredFrom(step.startNanos());
    long to = from + step.stats().wallNanos();
    long lastGauge = to + Math.min(staleNanos, nextStartNanos.orElse(to + staleNanos) - to);
    List<Point> gauged =
        points.stream()
            .filter(point -> point.atNanos() - from >= 0 && point.atNanos() - lastGauge <= 0)
            .toList();
    return new BrokerStep(most(gauged, BrokerReading::ready), most(gauged, BrokerReading::unacked));
  }

  private static OptionalLong most(
      List<Point> points, Function<BrokerReading, OptionalLong> gauge) {
    return points.stream().flatMapToLong(point -> gauge.apply(point.reading()).stream()).max();
  }

  /** The greatest length of the queue, in messages that are ready. */
  public synchronized OptionalLong maxReady() {
    return most(points, BrokerReading::ready);
  }

  /** The length of the queue at the end, in messages that are ready. */
  public synchronized OptionalLong finalReady() {
    return points.isEmpty()
        ? OptionalLong.empty()
        : points.get(points.size() - 1).reading().ready();
  }

  /** The most messages that consumers held without an ack. */
  public synchronized OptionalLong maxUnacked() {
    return most(points, BrokerReading::unacked);
  }

  /** The number of questions that had no answer, or an empty one. */
  public synchronized long gaps() {
    return points.stream().filter(Point::isGap).count();
  }

  /** All alarms that were in effect at any time; empty if the broker never told about alarms. */
  public synchronized Optional<List<String>> alarms() {
    List<List<String>> told =
        points.stream().flatMap(point -> point.reading().alarms().stream()).toList();
    return told.isEmpty()
        ? Optional.empty()
        : Optional.of(told.stream().flatMap(List::stream).distinct().sorted().toList());
  }
}
