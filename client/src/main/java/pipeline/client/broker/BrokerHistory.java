package pipeline.client.broker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import pipeline.client.load.QueueDepth;
import pipeline.client.load.StepResult;

/** The answers of a broker during a run, a few hundred bytes a second. Thread-safe. */
public final class BrokerHistory {
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
  public record Point(long atNanos, BrokerReading reading, Map<String, Double> rates) {}

  /**
   * A broker's figures of one step, or of all. A figure that it did not tell is absent, never zero.
   *
   * @param maxReady the greatest length of the queue
   * @param maxUnacked the most messages with consumers
   */
  public record BrokerStep(OptionalLong maxReady, OptionalLong maxUnacked) {}

  private final List<Point> points = new ArrayList<>();

  /** The samples that told the latest rates, or the first ones. */
  private final Map<String, BrokerReading.Count> counted = new HashMap<>();

  private Optional<String> source = Optional.empty();
  private Optional<String> failure = Optional.empty();
  private long staleNanos;

  /** Adds an answer. */
  public synchronized void add(long nanos, BrokerReading reading) {
    source = Optional.of(reading.source());
    staleNanos = TimeUnit.MILLISECONDS.toNanos(reading.staleMillis());
    Map<String, Double> newRates = new HashMap<>();
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
  private OptionalDouble rate(String counter, BrokerReading.Count now) {
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
    return OptionalDouble.of(difference * 1e3 / elapsed);
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
    if (points.isEmpty()) {
      return Optional.empty();
    }
    Point last = points.get(points.size() - 1);
    List<BrokerReading> recent =
        points.stream()
            .filter(point -> point.equals(last) || nowNanos - point.atNanos() <= staleNanos)
            .map(Point::reading)
            .toList();
    if (!recent.stream().allMatch(reading -> reading.ready().isPresent())) {
      return Optional.empty();
    }
    LongStream waiting =
        recent.stream().mapToLong(r -> r.ready().getAsLong() + r.unacked().orElse(0));
    return Optional.of(
        new QueueDepth.Depth(waiting.max().orElseThrow(), last.atNanos() - staleNanos));
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

  /**
   * The broker's figures of the measured part of each step; empty if it never answered. They can be
   * read as late as they can be old, but not when the next step has begun.
   */
  public synchronized List<BrokerStep> bySteps(List<StepResult> steps) {
    List<BrokerStep> told = new ArrayList<>();
    for (int i = 0; source.isPresent() && i < steps.size(); i++) {
      StepResult step = steps.get(i);
      long from = step.plan().measuredFrom(step.startNanos());
      long last = from + step.stats().wallNanos() + staleNanos;
      long until = i + 1 < steps.size() ? Math.min(last, steps.get(i + 1).startNanos()) : last;
      told.add(most(point -> point.atNanos() >= from && point.atNanos() <= until));
    }
    return told;
  }

  /** The broker's figures of the whole run. */
  public synchronized BrokerStep whole() {
    return most(point -> true);
  }

  private BrokerStep most(Predicate<Point> during) {
    return new BrokerStep(most(during, BrokerReading::ready), most(during, BrokerReading::unacked));
  }

  private OptionalLong most(Predicate<Point> during, Function<BrokerReading, OptionalLong> gauge) {
    return points.stream()
        .filter(during)
        .flatMapToLong(point -> gauge.apply(point.reading()).stream())
        .max();
  }

  /** The length of the queue at the end, in messages that are ready. */
  public synchronized OptionalLong finalReady() {
    return points.isEmpty()
        ? OptionalLong.empty()
        : points.get(points.size() - 1).reading().ready();
  }

  /** The number of questions that had no answer. */
  public synchronized long gaps() {
    return points.stream().filter(point -> point.reading().equals(BrokerReading.NOTHING)).count();
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
