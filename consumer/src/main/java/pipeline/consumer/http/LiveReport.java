package pipeline.consumer.http;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import pipeline.consumer.amqp.CountLatency;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.RunTotals;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.workload.Tally;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.identity.RunId;
import pipeline.wire.query.CountsUnavailableException;

/**
 * The content of the live page, as lines of JSON: samples of the last ten minutes, and the counts.
 * Not thread-safe.
 */
final class LiveReport implements LiveEvents.Source {
  /** Ten minutes, at one a second. */
  static final int SAMPLES = 600;

  private static final int TOP = 12;
  private static final int RUNS = 8;
  private static final double NANOS_PER_SECOND = 1e9;

  private final WorkloadHandler<?> handler;
  private final StoreReader reader;
  private final LiveFigures figures;
  private final CountLatency latency;
  private final LongSupplier queueLength;
  private final LongSupplier unacked;
  private final LongSupplier nanoClock;
  private final long startMillis = System.currentTimeMillis();
  private final long startNanos;
  private final Deque<Sample> samples = new ArrayDeque<>(SAMPLES);
  private CountLatency.Recorded lastLatency;

  /** The latency of the lines that were counted in the last period. */
  private CountLatency.Recorded newLatency;

  /**
   * Figures of one moment; -1 is not known.
   *
   * @param rate lines a second since the sample before
   */
  private record Sample(long nanos, long lines, long rate, long ready, long unacked) {}

  /** What the page is told; null is left out. */
  record Event(
      String workload, long started, List<long[]> samples, Latency latency, Counts counts) {}

  record Latency(double p50, double p99) {}

  record Counts(
      Map<String, Long> figures,
      boolean ranked,
      List<Top> top,
      long runs,
      long duplicates,
      List<Run> recent) {}

  record Top(String name, long count) {}

  record Run(
      String run,
      long lines,
      long highest,
      Collection<Long> ends,
      boolean complete,
      long missing,
      long duplicates,
      List<String> gaps,
      boolean moreGaps) {}

  /**
   * A report without samples yet.
   *
   * @param queueLength messages that wait, -1 while that is not known
   * @param unacked messages that were added and are not acked
   */
  LiveReport(
      WorkloadHandler<?> handler,
      StoreReader reader,
      LiveFigures figures,
      CountLatency latency,
      LongSupplier queueLength,
      LongSupplier unacked,
      LongSupplier nanoClock) {
    this.handler = handler;
    this.reader = reader;
    this.figures = figures;
    this.latency = latency;
    this.queueLength = queueLength;
    this.unacked = unacked;
    this.nanoClock = nanoClock;
    startNanos = nanoClock.getAsLong();
    lastLatency = latency.recorded();
    newLatency = lastLatency;
  }

  @Override
  public void sample() {
    CountLatency.Recorded recorded = latency.recorded();
    newLatency = recorded.since(lastLatency);
    lastLatency = recorded;
    long lines = lines();
    long nanos = nanoClock.getAsLong();
    Sample last = samples.peekLast();
    boolean hasRate = lines >= 0 && last != null && last.lines() >= 0 && nanos > last.nanos();
    long rate =
        hasRate
            ? Math.round((lines - last.lines()) * NANOS_PER_SECOND / (nanos - last.nanos()))
            : -1;
    samples.add(new Sample(nanos, lines, rate, queueLength.getAsLong(), unacked.getAsLong()));
    if (samples.size() > SAMPLES) {
      samples.remove();
    }
  }

  private long lines() {
    try {
      return reader.lines();
    } catch (CountsUnavailableException e) {
      return -1;
    }
  }

  /** The state at the last sample; while the counts cannot be read, {@code counts} is missing. */
  @Override
  public String event(boolean isWhole) {
    List<long[]> shown =
        (isWhole ? samples : List.of(samples.getLast())).stream().map(this::fields).toList();
    Latency shownLatency =
        newLatency.lines() == 0
            ? null
            : new Latency(newLatency.percentileMillis(50), newLatency.percentileMillis(99));
    try {
      return JSON.std.asString(
          new Event(handler.name(), startMillis, shown, shownLatency, counts()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The time in milliseconds since 1970, then the figures. */
  private long[] fields(Sample sample) {
    long millis = startMillis + TimeUnit.NANOSECONDS.toMillis(sample.nanos() - startNanos);
    return new long[] {millis, sample.rate(), sample.ready(), sample.unacked()};
  }

  private Counts counts() {
    long lines = samples.getLast().lines();
    if (lines < 0) {
      return null;
    }
    try {
      Tally sums = figures.sums();
      RunTotals runs = figures.runs();
      Map<String, Long> all = new LinkedHashMap<>(Map.of(handler.unit(), lines));
      all.putAll(sums.figures());
      List<Top> top =
          first(handler.isRanked() ? TOP : 0, sums.top()).stream()
              .map(count -> new Top(count.shownName(), count.count()))
              .toList();
      List<Run> recent = first(RUNS, runs.recent()).stream().map(LiveReport::run).toList();
      return new Counts(all, handler.isRanked(), top, runs.runs(), runs.duplicates(), recent);
    } catch (CountsUnavailableException e) {
      return null;
    }
  }

  private static Run run(RunFigures run) {
    long listed = run.gaps().stream().mapToLong(gap -> gap.last() - gap.first() + 1).sum();
    List<String> gaps =
        run.gaps().stream()
            .map(gap -> gap.first() + (gap.first() == gap.last() ? "" : "–" + gap.last()))
            .toList();
    return new Run(
        shown(run.run()),
        run.lines(),
        run.highest(),
        run.ends(),
        run.isComplete(),
        run.missing(),
        run.duplicates(),
        gaps,
        listed < run.missing());
  }

  static <T> List<T> first(int limit, List<T> all) {
    return all.subList(0, Math.min(limit, all.size()));
  }

  /**
   * The part of a run id that tells runs apart, which for a UUID of version 7 is its start time.
   * The rest stays hidden: a reader who knew it could send lines under the id.
   */
  static String shown(RunId run) {
    return run.toString().substring(0, 12) + "…";
  }
}
