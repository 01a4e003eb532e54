package pipeline.consumer.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import pipeline.consumer.amqp.CountLatency;
import pipeline.consumer.store.NamedCount;
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

  private final JsonFactory json = new JsonFactory();
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
    StringWriter text = new StringWriter();
    try (JsonGenerator out = json.createGenerator(text)) {
      out.writeStartObject();
      out.writeStringField("workload", handler.name());
      out.writeNumberField("started", startMillis);
      writeSamples(out, isWhole ? samples : List.of(samples.getLast()));
      writeLatency(out);
      writeCounts(out);
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** Writes each sample as an array: its time in milliseconds since 1970, then its figures. */
  private void writeSamples(JsonGenerator out, Collection<Sample> all) throws IOException {
    out.writeArrayFieldStart("samples");
    for (Sample sample : all) {
      long millis = startMillis + TimeUnit.NANOSECONDS.toMillis(sample.nanos() - startNanos);
      long[] fields = {millis, sample.rate(), sample.ready(), sample.unacked()};
      out.writeArray(fields, 0, fields.length);
    }
    out.writeEndArray();
  }

  /** Writes the new latency in milliseconds; nothing without lines. */
  private void writeLatency(JsonGenerator out) throws IOException {
    if (newLatency.lines() > 0) {
      out.writeObjectFieldStart("latency");
      out.writeNumberField("p50", newLatency.percentileMillis(50));
      out.writeNumberField("p99", newLatency.percentileMillis(99));
      out.writeEndObject();
    }
  }

  private void writeCounts(JsonGenerator out) throws IOException {
    long lines = samples.getLast().lines();
    Tally sums;
    RunTotals runs;
    try {
      sums = figures.sums();
      runs = figures.runs();
    } catch (CountsUnavailableException e) {
      return;
    }
    if (lines < 0) {
      return;
    }
    out.writeObjectFieldStart("counts");
    out.writeObjectFieldStart("figures");
    out.writeNumberField(handler.unit(), lines);
    for (Map.Entry<String, Long> sum : sums.figures().entrySet()) {
      out.writeNumberField(sum.getKey(), sum.getValue());
    }
    out.writeEndObject();
    out.writeBooleanField("ranked", handler.isRanked());
    writeTop(out, sums.top());
    writeRuns(out, runs);
    out.writeEndObject();
  }

  private void writeTop(JsonGenerator out, List<NamedCount> top) throws IOException {
    out.writeArrayFieldStart("top");
    for (NamedCount count : first(handler.isRanked() ? TOP : 0, top)) {
      out.writeStartObject();
      out.writeStringField("name", count.shownName());
      out.writeNumberField("count", count.count());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private static void writeRuns(JsonGenerator out, RunTotals runs) throws IOException {
    out.writeNumberField("runs", runs.runs());
    out.writeNumberField("duplicates", runs.duplicates());
    out.writeArrayFieldStart("recent");
    for (RunFigures run : first(RUNS, runs.recent())) {
      writeRun(out, run);
    }
    out.writeEndArray();
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

  private static void writeRun(JsonGenerator out, RunFigures run) throws IOException {
    out.writeStartObject();
    out.writeStringField("run", shown(run.run()));
    out.writeNumberField("lines", run.lines());
    out.writeNumberField("highest", run.highest());
    out.writeArrayFieldStart("ends");
    for (long end : run.ends()) {
      out.writeNumber(end);
    }
    out.writeEndArray();
    out.writeBooleanField("complete", run.isComplete());
    out.writeNumberField("missing", run.missing());
    out.writeNumberField("duplicates", run.duplicates());
    long listed = 0;
    out.writeArrayFieldStart("gaps");
    for (RunFigures.Gap gap : run.gaps()) {
      listed += gap.last() - gap.first() + 1;
      out.writeString(
          gap.first() == gap.last() ? Long.toString(gap.first()) : gap.first() + "–" + gap.last());
    }
    out.writeEndArray();
    out.writeBooleanField("moreGaps", listed < run.missing());
    out.writeEndObject();
  }
}
