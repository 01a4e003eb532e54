package pipeline.consumer.http;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import pipeline.consumer.amqp.CountLatency;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.RunTotals;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.workload.Tally;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.identity.RunId;
import pipeline.wire.query.CountsUnavailableException;

/**
 * What readers are told about all counts, as lines of JSON. The live page's samples of the last ten
 * minutes are for one thread; all else is thread-safe, and cached where its cost grows with the
 * number of counts.
 */
final class LiveReport {
  /** Ten minutes, at one a second. */
  static final int SAMPLES = 600;

  static final int MAX_TOP = 10_000;
  private static final int MAX_RUNS = 100;
  private static final int TOP = 12;
  private static final int RUNS = 8;
  private static final double NANOS_PER_SECOND = 1e9;

  private final WorkloadHandler<?> handler;
  private final StoreReader reader;
  private final CountLatency latency;
  private final LongSupplier queueLength;
  private final LongSupplier unacked;
  private final LongSupplier nanoClock;
  private final CostLimitedCache<Tally> sums;
  private final CostLimitedCache<RunTotals> runs;
  private final long startMillis = System.currentTimeMillis();
  private final long startNanos;

  /** Milliseconds since 1970, lines a second, messages that wait, unacked ones; -1 is not known. */
  private final Deque<long[]> samples = new ArrayDeque<>(SAMPLES);

  /** The lines counted at the last sample, -1 if that is not known, and its time. */
  private long lines = -1;

  private long lastNanos;
  private Histogram lastLatency;

  /** The latency of the lines that were counted in the last period. */
  private Histogram newLatency;

  /**
   * A report without samples yet.
   *
   * @param queueLength messages that wait, -1 while that is not known
   * @param unacked messages that were added and are not acked
   */
  LiveReport(
      WorkloadHandler<?> handler,
      StoreReader reader,
      CountLatency latency,
      LongSupplier queueLength,
      LongSupplier unacked,
      LongSupplier nanoClock) {
    this.handler = handler;
    this.reader = reader;
    this.latency = latency;
    this.queueLength = queueLength;
    this.unacked = unacked;
    this.nanoClock = nanoClock;
    sums =
        new CostLimitedCache<>(
            () -> Tally.of(reader::forEachUnsorted, handler, MAX_TOP), nanoClock);
    runs = new CostLimitedCache<>(() -> reader.runTotals(MAX_RUNS), nanoClock);
    startNanos = nanoClock.getAsLong();
    lastLatency = latency.recorded();
  }

  /**
   * The totals of all runs, with the figures of the hundred seen last.
   *
   * @throws CountsUnavailableException while the counts cannot be read
   */
  RunTotals runs() {
    return runs.get();
  }

  /**
   * The sums of all counts, with the highest.
   *
   * @param top how many, at most {@link #MAX_TOP}
   * @throws CountsUnavailableException while the counts cannot be read
   */
  String counts(int top) throws IOException {
    RunTotals totals = runs.get();
    Tally tally = sums.get();
    Map<String, Object> counts = new LinkedHashMap<>();
    counts.put(handler.unit(), totals.counted());
    counts.putAll(tally.figures());
    counts.put("waiting", queueLength.getAsLong());
    counts.put("runs", totals.recent().stream().map(run -> shown(run.run())).toList());
    Map<String, Long> highest = new LinkedHashMap<>();
    tally.top().stream().limit(top).forEach(count -> highest.put(count.name(), count.count()));
    counts.put("top", highest);
    return JSON.std.asString(counts);
  }

  /** Notes the present figures. */
  void sample() {
    Histogram recorded = latency.recorded();
    newLatency = recorded.copy();
    newLatency.subtract(lastLatency);
    lastLatency = recorded;
    long linesBefore = lines;
    try {
      lines = reader.lines();
    } catch (CountsUnavailableException e) {
      lines = -1;
    }
    long nanos = nanoClock.getAsLong();
    boolean hasRate = lines >= 0 && linesBefore >= 0 && nanos > lastNanos;
    long rate =
        hasRate ? Math.round((lines - linesBefore) * NANOS_PER_SECOND / (nanos - lastNanos)) : -1;
    lastNanos = nanos;
    long millis = startMillis + TimeUnit.NANOSECONDS.toMillis(nanos - startNanos);
    samples.add(new long[] {millis, rate, queueLength.getAsLong(), unacked.getAsLong()});
    if (samples.size() > SAMPLES) {
      samples.remove();
    }
  }

  /**
   * All samples, and the state at the last; while the counts cannot be read, {@code counts} is
   * missing.
   */
  String event() {
    Map<String, Object> event = new TreeMap<>();
    event.put("workload", handler.name());
    event.put("started", startMillis);
    event.put("samples", samples);
    if (newLatency.getTotalCount() > 0) {
      Map<String, Double> millis = new TreeMap<>();
      millis.put("p50", CountLatency.millis(newLatency, 50));
      millis.put("p99", CountLatency.millis(newLatency, 99));
      millis.put("max", CountLatency.millis(newLatency, 100));
      event.put("latency", millis);
    }
    if (lines >= 0) {
      try {
        event.put("counts", counts());
      } catch (CountsUnavailableException e) {
        // the queue is reported all the same
      }
    }
    try {
      return JSON.std.asString(event);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<String, Object> counts() {
    Tally tally = sums.get();
    RunTotals totals = runs.get();
    Map<String, Long> figures = new LinkedHashMap<>(Map.of(handler.unit(), lines));
    figures.putAll(tally.figures());
    Map<String, Object> counts = new TreeMap<>();
    counts.put("figures", figures);
    counts.put("ranked", handler.isRanked());
    counts.put(
        "top",
        tally.top().stream()
            .limit(handler.isRanked() ? TOP : 0)
            .map(top -> new TreeMap<>(Map.of("name", top.shownName(), "count", top.count())))
            .toList());
    counts.put("runs", totals.runs());
    counts.put("duplicates", totals.duplicates());
    counts.put("recent", totals.recent().stream().limit(RUNS).map(LiveReport::run).toList());
    return counts;
  }

  private static Map<String, Object> run(RunFigures figures) {
    Stream<String> gaps =
        figures.gaps().stream()
            .map(gap -> gap.first() + (gap.first() == gap.last() ? "" : "–" + gap.last()));
    long listed = figures.gaps().stream().mapToLong(gap -> gap.last() - gap.first() + 1).sum();
    Map<String, Object> run = new TreeMap<>();
    run.put("run", shown(figures.run()));
    run.put("lines", figures.lines());
    run.put("highest", figures.highest());
    run.put("ends", figures.ends());
    run.put("complete", figures.isComplete());
    run.put("missing", figures.missing());
    run.put("duplicates", figures.duplicates());
    run.put("gaps", gaps.toList());
    run.put("moreGaps", listed < figures.missing());
    return run;
  }

  /**
   * The part of a run id that tells runs apart, which for a UUID of version 7 is its start time.
   * The rest stays hidden: a reader who knew it could send lines under the id.
   */
  private static String shown(RunId run) {
    return run.toString().substring(0, 12) + "…";
  }
}
